import { newUid } from '#libs/kernel/ids';
import type { TestApp } from '../app';
import { expectOk, type ApiClient, type Method } from '../client';

export interface TenantSubject {
  app: () => TestApp;
  /** Makes an object under this id and answers it as it is told. */
  create(api: ApiClient, id: string): Promise<unknown>;
  /** The object as it lies in its own environment. */
  read(api: ApiClient, id: string): Promise<unknown>;
  /** Every route that names the object in its path, with a body that would work. */
  routes: [method: Method, path: (id: string) => string, body?: unknown][];
  /** Every GraphQL document that names it, with `$id`. */
  documents: string[];
  /** A list filter that finds the object by what it holds. */
  found?: { path: (id: string) => string };
}

/** Environments are islands. Domain: catalog C2; security.md T-01 to T-14 */
export function isTenantScoped({ app, create, read, routes, documents, found }: TenantSubject): void {
  describe('belongs to one environment', () => {
    it('T-01, T-02, T-03: the id of another environment is answered byte for byte as an unknown one', async () => {
      const id = newUid();
      await create(app().b.api, id);
      const before = await read(app().b.api, id);
      app().clock.advance({ minutes: 1 });
      for (const [method, path, body] of routes) {
        const unknown = newUid();
        const foreign = await app().a.api.rest(method, path(id), body);
        const nowhere = await app().a.api.rest(method, path(unknown), body);
        expect([method, foreign.status]).toEqual([method, 404]);
        expect(foreign.text).toBe(nowhere.text.replaceAll(unknown, id));
      }
      expect(await read(app().b.api, id)).toEqual(before);
    });

    it('T-01: GraphQL tells them apart as little', async () => {
      const id = newUid();
      await create(app().b.api, id);
      const before = await read(app().b.api, id);
      for (const document of documents) {
        const unknown = newUid();
        const foreign = await app().a.api.graphql(document, { id });
        const nowhere = await app().a.api.graphql(document, { id: unknown });
        const [told, expected] = [foreign.errors[0], nowhere.errors[0]];
        expect(told?.extensions.code).toMatch(/NotFound/);
        expect(told?.extensions.code).toBe(expected?.extensions.code);
        expect(told?.message).toBe(expected?.message.replaceAll(unknown, id));
      }
      expect(await read(app().b.api, id)).toEqual(before);
    });

    it('T-14: the same id lives in two environments', async () => {
      const id = newUid();
      await create(app().b.api, id);
      await create(app().a.api, id);
      await expect(create(app().stranger.api, id)).resolves.toBeDefined();
    });

    if (!found) return;
    it('T-13: no filter finds it elsewhere', async () => {
      const id = newUid();
      await create(app().b.api, id);
      expect(await expectOk(app().b.api.rest('GET', found.path(id)))).toHaveLength(1);
      expect(await expectOk(app().a.api.rest('GET', found.path(id)))).toEqual([]);
    });
  });
}
