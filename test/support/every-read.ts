import type { TestApp } from './app';
import type { Json } from './catalog';
import type { RestAnswer } from './client';
import type { TestEnvironment } from './environments';
import { EveryChange } from './every-change';
import { restOperations } from './every-operation';
import { patternOf } from './route-patterns';

/** Does all that changes something. @returns all paths at which something can be read of it, lists among them */
export async function readableAfterEveryChange(app: TestApp, place: TestEnvironment): Promise<string[]> {
  const rest = jest.spyOn(place.api, 'shaped');
  const changes = await EveryChange.in(app, place);
  await changes.everything();
  expect(changes.refused).toEqual([]);
  const made = rest.mock.calls.map(async ([, path], call) => {
    const { body } = await (rest.mock.results[call]?.value as Promise<RestAnswer>);
    const { id } = ((body as { data?: Json } | undefined)?.data ?? {}) as { id?: string };
    return id === undefined ? [path] : [path, `${path}/${id}`];
  });
  const paths = (await Promise.all(made)).flat();
  rest.mockRestore();
  return readableOf(app, paths);
}

/** Of the paths that were written to those that can be read, and all lists. */
async function readableOf(app: TestApp, paths: readonly string[]): Promise<string[]> {
  const reads = (await restOperations(app)).filter(({ method }) => method === 'GET');
  const patterns = reads.map(({ path }) => patternOf(path));
  const parts = paths.flatMap((path) => {
    const words = (path.split('?')[0] ?? '').split('/').slice(1);
    return words.map((_, place) => `/${words.slice(0, place + 1).join('/')}`);
  });
  const fixed = reads.map(({ path }) => path).filter((path) => !path.includes('{'));
  const found = [...parts, ...fixed].filter((path) => patterns.some((pattern) => pattern.test(path)));
  return [...new Set(found)].sort();
}
