import { createTestApp, type TestApp } from './app';
import { bringIntoForce } from './catalog-door';
import { catalogDocument } from './catalog-document';
import type { ApiClient } from './client';

/**
 * One application for the tests of a file. Before each of them its environment sells the catalog of the document, and nothing has happened
 * yet.
 */
export function catalogForEach(
  take: (sold: { app: TestApp; api: ApiClient }) => unknown,
  document = catalogDocument,
): void {
  let app: TestApp;
  let sellAgain: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp();
    const { api } = app.a;
    await bringIntoForce(api, document());
    sellAgain = await app.keepState();
    take({ app, api });
  });
  afterAll(() => app.close());

  beforeEach(() => sellAgain());
}
