import ts from 'typescript';
import { EntitySchema } from 'typeorm';
import { mappings } from '../../src/areas';
import contexts from '../../src/modules/ranks.cjs';
import { isTest, parse, type SourceFile, sourceFiles, visit } from './source-tree';

// ADR-0049: SQL names the tables of its own module, or says above the statement whose it reads.

/** Mapped and shown by a module, written or gone by in libs: either may name them. */
const shown: readonly string[] = ['activity', 'environment_clock', 'task', 'task_result'];

const files = sourceFiles('src/modules', 'libs').filter(({ path }) => !isTest(path));

/** `customers/customers`, or `libs`. */
const homeOf = (path: string): string =>
  /^src\/modules\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? (path.split('/')[0] as string);

/** By table: the home of the file that maps it. */
const owners = new Map(
  files
    .filter(({ path }) => /(\.mapping|\/stored-records)\.ts$/.test(path))
    .flatMap(({ path }) => {
      const exported = Object.values(jest.requireActual<object>(`../../${path.replace(/\.ts$/, '')}`));
      const schemas = exported.flat().filter((each) => each instanceof EntitySchema);
      return schemas.map(({ options }) => [options.tableName as string, homeOf(path)] as const);
    }),
);

/** Grows with the rank; libs lie below all modules. */
const ranks = contexts.flatMap(({ context, ranks: areas }) =>
  areas.map((together) => together.map((area) => `${context}/${area}`)),
);
const rankOf = (home: string): number => ranks.findIndex((together) => together.includes(home));

interface Naming {
  at: string;
  table: string;
  owner: string;
  isWrite: boolean;
  /** What the comments above the statement say of foreign tables, each as `table of owner`. */
  said: readonly string[];
}

const clause = /\b(from|join|using|into|update|truncate|delete\s+from)\s+(?:only\s+)?([a-z_]+)\b/gi;
const tag = /@reads ((?:[a-z_]+, )*[a-z_]+) of ([a-z-]+(?:\/[a-z-]+)?)/g;

const tagsIn = (comment: string): string[] =>
  [...comment.matchAll(tag)].flatMap(([, tables = '', owner]) =>
    tables.split(', ').map((table) => `${table} of ${owner}`),
  );

/** In the comments above a node and above all that holds it. */
function saidAbove(node: ts.Node, { text }: ts.SourceFile): string[] {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const here = comments.flatMap(({ pos, end }) => tagsIn(text.slice(pos, end)));
  return ts.isSourceFile(node.parent) ? here : [...here, ...saidAbove(node.parent, node.getSourceFile())];
}

/** Of a text of the code; what it interpolates counts as a word. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('_');
}

/** Tables of others that a file names after a word of SQL. Words that are no table are those of sentences. */
function foreignIn(source: SourceFile): Naming[] {
  const file = parse(source);
  const home = homeOf(source.path);
  const found: Naming[] = [];
  visit(file, (node) => {
    for (const [, word = '', table = ''] of textOf(node)?.matchAll(clause) ?? []) {
      const owner = owners.get(table);
      if (owner === undefined || owner === home || (home === 'libs' && shown.includes(table))) continue;
      const isWrite = !/^(from|join|using)$/i.test(word);
      found.push({ at: `${source.path}: ${table}`, table, owner, isWrite, said: saidAbove(node, file) });
    }
  });
  return found;
}

const told = (namings: readonly Naming[]): string[] => namings.map(({ at, owner }) => `${at} of ${owner}`);

describe('SQL', () => {
  const namings = files.flatMap((file) =>
    foreignIn(file).map((each) => ({ ...each, home: homeOf(file.path) })),
  );

  it('is seen: every mapped table has an owner, and some statements read those of others', () => {
    expect(new Set(owners.keys())).toEqual(new Set(mappings.map(({ options }) => options.tableName)));
    expect(namings.length).toBeGreaterThan(5);
  });

  it('writes no table of another module', () => {
    expect(told(namings.filter(({ isWrite }) => isWrite))).toEqual([]);
  });

  it('reads no table of a module beside it or above it', () => {
    expect(told(namings.filter(({ home, owner }) => rankOf(owner) >= rankOf(home)))).toEqual([]);
  });

  it('says above the statement whose tables it reads: `@reads customer of customers/customers`', () => {
    expect(told(namings.filter(({ table, owner, said }) => !said.includes(`${table} of ${owner}`)))).toEqual(
      [],
    );
  });

  it('says so of no table that it does not read', () => {
    const stale = files.flatMap(({ path, text }) => {
      const read = namings.filter(({ at }) => at.startsWith(`${path}:`));
      const known = new Set(read.map(({ table, owner }) => `${table} of ${owner}`));
      return tagsIn(text).flatMap((each) => (known.has(each) ? [] : `${path}: ${each}`));
    });
    expect(stale).toEqual([]);
  });

  it('of subscriptions reads nothing but their own tables', () => {
    expect(told(namings.filter(({ home }) => home === 'billing/subscriptions'))).toEqual([]);
  });
});
