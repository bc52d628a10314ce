// Says for places in a tree where TypeScript's language service finds them defined.
//
//     node benchmarks/typescript_judge.mjs ROOT < LINKS
//
// LINKS is JSON, as check_typescript.py makes it: path, line and column of each place. It
// prints a list for each, of paths and lines: of the name, and of the statement around it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import ts from "typescript";

const root = process.argv[2];
const links = JSON.parse(await text(process.stdin));

/** Return the sources below a folder. */
const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sources(path);
    return /\.([mc]?ts|tsx|jsx?|mjs)$/.test(entry.name) ? [path] : [];
  });

/** Where the tree says that its modules are. */
const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
const { baseUrl, paths } = config?.compilerOptions ?? {};

const service = ts.createLanguageService({
  getScriptFileNames: () => sources(root),
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) =>
    existsSync(path)
      ? ts.ScriptSnapshot.fromString(readFileSync(path, "utf8"))
      : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({
    allowImportingTsExtensions: true,
    allowJs: true,
    ...(paths && { paths, baseUrl: join(root, baseUrl ?? ".") }),
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
  }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  directoryExists: ts.sys.directoryExists,
  fileExists: ts.sys.fileExists,
  getDirectories: ts.sys.getDirectories,
  readDirectory: ts.sys.readDirectory,
  readFile: ts.sys.readFile,
});
const program = service.getProgram();

/** Return the number of a line from 1. */
const lineOf = (source, at) => source.getLineAndCharacterOfPosition(at).line + 1;

const found = links.map(([path, line, column]) => {
  const source = program.getSourceFile(join(root, path));
  if (!source || line > source.getLineStarts().length) return [];
  const at = source.getLineStarts()[line - 1] + column;
  const definitions = service.getDefinitionAtPosition(source.fileName, at) ?? [];
  return definitions.flatMap(({ fileName, textSpan, contextSpan }) => {
    const target = program.getSourceFile(fileName);
    return [textSpan, contextSpan ?? textSpan].map((span) => [
      relative(root, fileName),
      lineOf(target, span.start),
    ]);
  });
});
process.stdout.write(JSON.stringify(found));
