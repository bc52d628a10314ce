-- The tables of the store. "facts" and "finding" are a cache by the digest of contents.
-- All others are the tree that stands in the root at this build, and are made again
-- from the cache.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE facts (
    key TEXT PRIMARY KEY, used INTEGER NOT NULL, data BLOB NOT NULL,
    identifiers BLOB NOT NULL);
CREATE TABLE finding (
    key TEXT NOT NULL, rules TEXT NOT NULL, unread TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (key, rules)) WITHOUT ROWID;
CREATE TABLE file (
    path TEXT PRIMARY KEY, ordinal INTEGER NOT NULL, folder TEXT NOT NULL,
    key TEXT NOT NULL, indexed TEXT NOT NULL, type TEXT NOT NULL,
    python INTEGER NOT NULL, lines INTEGER NOT NULL, summary TEXT NOT NULL,
    mainly TEXT NOT NULL, values_named TEXT NOT NULL, docstring INTEGER NOT NULL, main_line INTEGER NOT NULL,
    problem INTEGER NOT NULL, exports TEXT, size INTEGER NOT NULL,
    category TEXT NOT NULL, reason TEXT NOT NULL, docs INTEGER NOT NULL,
    binary INTEGER NOT NULL, kw INTEGER NOT NULL, document TEXT NOT NULL,
    decided TEXT NOT NULL, source INTEGER NOT NULL,
    package TEXT NOT NULL, constrained TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX file_folder ON file (folder, ordinal);
CREATE TABLE definition (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
    qualname TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
    line INTEGER NOT NULL, anchor TEXT NOT NULL, bound INTEGER NOT NULL,
    decorated INTEGER NOT NULL, traits TEXT NOT NULL, documented INTEGER NOT NULL,
    private INTEGER NOT NULL, declaration INTEGER NOT NULL, sort TEXT NOT NULL,
    family TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX definition_name ON definition (name, kind);
CREATE INDEX definition_folded ON definition (folded, name, qualname, path);
CREATE INDEX definition_family ON definition (qualname, family) WHERE family <> '';
CREATE TABLE may_be (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, ordinal, qualname)) WITHOUT ROWID;
CREATE INDEX may_be_qualname ON may_be (qualname);
CREATE TABLE opened (
    path TEXT NOT NULL, namespace TEXT NOT NULL,
    PRIMARY KEY (path, namespace)) WITHOUT ROWID;
CREATE TABLE sentence (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE hidden (
    path TEXT NOT NULL, kind TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, kind, qualname)) WITHOUT ROWID;
CREATE TABLE looked_up (
    path TEXT PRIMARY KEY, quoted TEXT NOT NULL, computed TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE import (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, module TEXT NOT NULL,
    level INTEGER NOT NULL, name TEXT NOT NULL, bound TEXT NOT NULL,
    lazy INTEGER NOT NULL, runs INTEGER NOT NULL, branch INTEGER NOT NULL,
    private INTEGER NOT NULL, apart INTEGER NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE exposed (
    path TEXT NOT NULL, name TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, name, qualname)) WITHOUT ROWID;
CREATE INDEX exposed_name ON exposed (name);
CREATE TABLE link (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, category TEXT NOT NULL,
    module TEXT NOT NULL, target TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX link_module ON link (module, path);
CREATE INDEX link_target ON link (target, qualname, path);
CREATE TABLE reference (
    path TEXT PRIMARY KEY, digest TEXT NOT NULL, targets TEXT NOT NULL,
    names TEXT NOT NULL, precise TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE scip_document (
    number INTEGER NOT NULL, path TEXT NOT NULL, data BLOB NOT NULL);
CREATE INDEX scip_document_path ON scip_document (path, number);
CREATE TABLE scip_file (
    source TEXT NOT NULL, number INTEGER NOT NULL, path TEXT NOT NULL,
    tool TEXT NOT NULL, PRIMARY KEY (source, number)) WITHOUT ROWID;
CREATE INDEX scip_file_path ON scip_file (path, number);
CREATE TABLE scip_symbol (
    symbol TEXT NOT NULL, number INTEGER NOT NULL, path TEXT NOT NULL,
    line INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
    documentation TEXT NOT NULL);
CREATE INDEX scip_symbol_symbol ON scip_symbol (symbol);
CREATE TABLE base (
    path TEXT NOT NULL, qualname TEXT NOT NULL, ordinal INTEGER NOT NULL,
    choice INTEGER NOT NULL, target TEXT NOT NULL, base TEXT NOT NULL,
    dotted TEXT NOT NULL, written TEXT NOT NULL,
    PRIMARY KEY (path, qualname, ordinal, choice)) WITHOUT ROWID;
CREATE INDEX base_target ON base (target, base);
CREATE TABLE test (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, target TEXT NOT NULL,
    qualname TEXT NOT NULL, line INTEGER NOT NULL, owner TEXT NOT NULL,
    at INTEGER NOT NULL, runners TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE tested (
    path TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, qualname)) WITHOUT ROWID;
CREATE TABLE use (
    target TEXT NOT NULL, qualname TEXT NOT NULL, path TEXT NOT NULL,
    around TEXT NOT NULL, by_name INTEGER NOT NULL, anchor TEXT NOT NULL,
    around_anchor TEXT NOT NULL, role INTEGER NOT NULL, count INTEGER NOT NULL,
    line INTEGER NOT NULL, text TEXT NOT NULL, example TEXT NOT NULL);
CREATE INDEX use_target ON use (target, qualname);
CREATE INDEX use_path ON use (path);
CREATE INDEX use_name ON use (qualname) WHERE target = '';
CREATE INDEX use_example ON use (target) WHERE example <> '';
CREATE TABLE unused (
    path TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, qualname)) WITHOUT ROWID;
CREATE TABLE pointer (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, target TEXT NOT NULL,
    fragment TEXT NOT NULL, line INTEGER NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX pointer_target ON pointer (target, path);
CREATE TABLE cycle (path TEXT PRIMARY KEY, paths TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE related (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, other TEXT NOT NULL,
    reasons TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE history (
    path TEXT PRIMARY KEY, date TEXT NOT NULL, revision TEXT NOT NULL,
    changes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
    docname TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL,
    ordinal INTEGER NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID;
