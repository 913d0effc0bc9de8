import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { applicationScenarios } from '../support/shares';
import { parse, sourceFiles, type SourceFile } from './source-tree';

// A scenario starts processes. One that loads the application besides waits for ten seconds first, so it does only where it builds one.
const files = new Map(
  sourceFiles('src', 'libs', 'cli', 'test', 'bench', 'demo').map((file) => [file.path, file]),
);

/** Those that build an application of their own, to compare with it or to ask it what no door tells. */
const building = [...applicationScenarios(), 'test/scenarios/alone/overload.spec.ts'];

const isOfTypesAlone = ({ importClause }: ts.ImportDeclaration): boolean => {
  if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return Boolean(importClause);
  const { name, namedBindings } = importClause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
};

function pathOf(name: string, from: string): string | undefined {
  const [, root, rest = ''] = /^#(libs|modules)\/(.*)$/.exec(name) ?? [];
  const base =
    root === 'libs' ? `libs/${rest}` : root ? `src/modules/${rest}` : normalize(join(dirname(from), name));
  return [`${base}.ts`, `${base}/index.ts`].find((path) => files.has(path));
}

const known = new Map<string, string[]>();

function importsOf(path: string): string[] {
  const imports = known.get(path) ?? readImports(files.get(path) as SourceFile);
  known.set(path, imports);
  return imports;
}

function readImports(file: SourceFile): string[] {
  return parse(file).statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) && !isOfTypesAlone(statement);
    const isExport = ts.isExportDeclaration(statement) && !statement.isTypeOnly;
    if (!isImport && !isExport) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    return pathOf(moduleSpecifier.text, file.path) ?? [];
  });
}

/** The first way by which it comes there. */
function wayTo(goal: string, from: string): string[] {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const path of before.keys()) {
    for (const next of importsOf(path)) if (!before.has(next)) before.set(next, path);
    if (before.has(goal)) break;
  }
  const way: string[] = [];
  for (let at: string | undefined = before.has(goal) ? goal : undefined; at; at = before.get(at))
    way.unshift(at);
  return way;
}

describe('scenarios', () => {
  const scenarios = [...files.keys()].filter((path) => /^test\/scenarios\/.*\.spec\.ts$/.test(path));

  it('load the application only where they build one', () => {
    const ways = scenarios
      .filter((path) => !building.includes(path))
      .map((path) => wayTo('src/create-app.ts', path))
      .filter((way) => way.length > 0);
    expect(ways).toEqual([]);
    expect(scenarios.length).toBeGreaterThan(60);
  });

  it('are named here while they do', () => {
    expect(building.filter((path) => wayTo('src/create-app.ts', path).length === 0)).toEqual([]);
  });
});
