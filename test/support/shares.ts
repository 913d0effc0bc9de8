import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seededRandom } from './seeded-random';

/** Of spec files: those that need nothing, and those that need a database. */
export type Kind = 'unit' | 'database';

const root = join(__dirname, '../..');

/** How many entries share the files of a kind: as many as there are, so that no file is left out. */
const entriesOf = (kind: Kind): number =>
  readdirSync(join(root, 'test/shares')).filter((name) => name.startsWith(`${kind}-`)).length;

const beside = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('spec.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** The same as `testMatch` of jest.config.js says for single files. */
const filesOf: Record<Kind, () => string[]> = {
  unit: () => [
    ...['src', 'libs', 'cli', 'scripts', 'console']
      .flatMap(beside)
      .filter((file) => file.endsWith('.spec.ts')),
    ...['test/properties', 'test/support', 'test/fuzz', 'test/arch'].flatMap(beside),
  ],
  database: () => [
    ...['src', 'libs'].flatMap(beside).filter((file) => file.endsWith('.int-spec.ts')),
    ...['test/e2e', 'test/migrations'].flatMap(beside),
  ],
};

/** Seconds by file, as `npm test -- --record` wrote them. */
function recordedSeconds(): Record<string, number> {
  return JSON.parse(readFileSync(join(root, 'test/shares/durations.json'), 'utf8')) as Record<string, number>;
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;

/**
 * The files of one entry, in their order. The longest ones are dealt out first, each to the share that has least so far; one
 * that nobody has timed counts as much as the middle one.
 * @param place from 0
 */
export function shareOf(kind: Kind, place: number): string[] {
  const known = recordedSeconds();
  const unknown = medianOf(Object.values(known));
  const seconds = (file: string): number => known[file] ?? unknown;
  const shares = Array.from({ length: entriesOf(kind) }, () => ({ files: [] as string[], seconds: 0 }));
  const files = filesOf[kind]().sort();
  for (const file of files.sort((a, b) => seconds(b) - seconds(a))) {
    const least = shares.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += seconds(file);
  }
  return inOrder(shares[place]?.files ?? []);
}

/** Scenarios that build an application, too: `npm test` runs them as one entry, and jest.config.js leaves them out of its others. */
export const applicationScenarios = (): string[] =>
  (JSON.parse(readFileSync(join(root, 'test/shares/scenarios.json'), 'utf8')) as string[]).map(
    (name) => `test/scenarios/${name}.spec.ts`,
  );

/** By name, or by chance where TEST_ORDER=random says so: no file may depend on those before it. */
function inOrder(files: readonly string[]): string[] {
  const sorted = [...files].sort();
  if (process.env.TEST_ORDER !== 'random') return sorted;
  return seededRandom('order of files').shuffled(sorted);
}
