// Says for places in a tree where TypeScript's language service finds them defined.
//
//     node benchmarks/typescript_judge.mjs ROOT < LINKS
//
// LINKS is JSON, as check_typescript.py makes it: path, line and column of each place. It
// prints a list for each, of paths and lines: of the name, and of the statement around it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
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

const options = {
  allowImportingTsExtensions: true,
  allowJs: true,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ESNext,
};

/** Where the nearest `tsconfig.json` or `jsconfig.json` of a folder says that modules are. */
const settings = new Map();
const settingsOf = (folder) => {
  if (!settings.has(folder)) {
    const file = ["tsconfig.json", "jsconfig.json"]
      .map((name) => join(folder, name))
      .find(existsSync);
    const isRoot = folder === root || folder === dirname(folder);
    const { config } = file ? ts.readConfigFile(file, ts.sys.readFile) : {};
    const host = { ...ts.sys, readDirectory: () => [] };
    const told = config && ts.parseJsonConfigFileContent(config, host, folder).options;
    const { baseUrl, paths, pathsBasePath } = told ?? {};
    const own = { ...options, ...(baseUrl && { baseUrl }), paths, pathsBasePath };
    const has = file && (paths || baseUrl);
    settings.set(folder, has || isRoot ? own : settingsOf(dirname(folder)));
  }
  return settings.get(folder);
};

/** The folders of the packages of the tree, by the names that they have. */
const packages = new Map(
  ts.sys
    .readDirectory(root, [".json"], ["**/node_modules/**"], ["**/package.json"])
    .map((file) => [JSON.parse(readFileSync(file, "utf8")).name, dirname(file)]),
);

/** Return the source of a package of the tree that a name means, if there is one. */
const within = (name) => {
  const parts = name.split("/");
  const split = name.startsWith("@") ? 2 : 1;
  const folder = packages.get(parts.slice(0, split).join("/"));
  const rest = parts.slice(split).join("/") || "index";
  const found = ["src", "", "lib", "source"].flatMap((below) =>
    [".ts", ".tsx", ".mts", ".js", ".mjs", "/index.ts", "/index.js"].map((suffix) =>
      join(folder ?? "", below, rest + suffix),
    ),
  );
  return folder && found.find(existsSync);
};

const names = sources(root);
const service = ts.createLanguageService({
  getScriptFileNames: () => names,
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) =>
    existsSync(path)
      ? ts.ScriptSnapshot.fromString(readFileSync(path, "utf8"))
      : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  resolveModuleNameLiterals: (literals, from) =>
    literals.map(({ text }) => {
      const told = ts.resolveModuleName(text, from, settingsOf(dirname(from)), ts.sys);
      const resolvedFileName = within(text);
      if (told.resolvedModule || !resolvedFileName) return told;
      return {
        resolvedModule: { resolvedFileName, extension: extname(resolvedFileName) },
      };
    }),
  directoryExists: ts.sys.directoryExists,
  fileExists: ts.sys.fileExists,
  getDirectories: ts.sys.getDirectories,
  readDirectory: ts.sys.readDirectory,
  readFile: ts.sys.readFile,
});
const program = service.getProgram();

/** Return the number of a line from 1. */
const lineOf = (source, at) => source.getLineAndCharacterOfPosition(at).line + 1;

/** Return what is defined at a place, and what that is in turn, as `{ a }` is what `a` is. */
const definitionsAt = (fileName, at, steps = 2) =>
  (service.getDefinitionAtPosition(fileName, at) ?? []).flatMap((one) => [
    one,
    ...(steps && (one.fileName !== fileName || one.textSpan.start !== at)
      ? definitionsAt(one.fileName, one.textSpan.start, steps - 1)
      : []),
  ]);

const found = links.map(([path, line, column]) => {
  const source = program.getSourceFile(join(root, path));
  if (!source || line > source.getLineStarts().length) return [];
  const at = source.getLineStarts()[line - 1] + column;
  return definitionsAt(source.fileName, at).flatMap(
    ({ fileName, textSpan, contextSpan }) => {
      const target = program.getSourceFile(fileName);
      return [textSpan, contextSpan ?? textSpan].map((span) => [
        relative(root, fileName),
        lineOf(target, span.start),
      ]);
    },
  );
});
process.stdout.write(JSON.stringify(found));
