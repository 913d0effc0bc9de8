import { createTestApp, type TestApp } from './app';
import { copyForEach } from './copied-environment';
import type { TestEnvironment } from './environments';

interface Told {
  readonly place: TestEnvironment;
  /** What a copy of its environment cannot have. */
  settle?(): Promise<unknown>;
}

/** Where a story begins: the class of it. */
interface Beginning<S extends Told> {
  begin(app: TestApp): Promise<S>;
  /** One that has begun at that place. */
  at(app: TestApp, place: TestEnvironment): unknown;
}

/**
 * One application for the tests of a file, and a story of its own for each of them: in a copy of the environment where it was begun once. What else
 * shall be before a test is said in a `beforeEach` below it.
 */
export function storyForEach<S extends Told>(
  kind: Beginning<S>,
  take: (begun: { app: TestApp; story: S }) => unknown,
  open: () => Promise<TestApp> = createTestApp,
): void {
  copyForEach(
    open,
    async (app) => (await kind.begin(app)).place,
    async (app, place) => {
      const story = kind.at(app, place) as S;
      await story.settle?.();
      take({ app, story });
    },
  );
}
