import { createTestApp, type TestApp } from './app';

/** Where a story begins: the class of it. */
interface Beginning<S> {
  begin(app: TestApp): Promise<S>;
}

/**
 * One application for the tests of a file, and a story of its own for each of them. What else shall be before a test is said in a
 * `beforeEach` below it.
 */
export function storyForEach<S>(
  kind: Beginning<S>,
  take: (begun: { app: TestApp; story: S }) => unknown,
): void {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    take({ app, story: await kind.begin(app) });
  });
}
