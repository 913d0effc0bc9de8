import type { Permission } from '#libs/kernel/permission';
import { ofUsers } from '#modules/platform/accounts';
import { createTestApp, type TestApp } from '../support/app';
import type { ApiClient, RestAnswer } from '../support/client';
import { restOperations, type RestOperation } from '../support/every-operation';
import { addressOf } from '../support/route-patterns';

/** What an operation does not take is refused, never ignored; a path that cannot be read is refused in our words. */
describe('what no operation takes', () => {
  let app: TestApp;
  let api: ApiClient;
  let owner: ApiClient;
  let operations: RestOperation[];

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    const headers = { 'x-environment-id': app.a.environmentId };
    owner = app.anonymous.as({ token: await app.signUserToken(app.ownerSubject), headers });
    operations = await restOperations(app);
    expect(operations.length).toBeGreaterThan(60);
  });
  afterAll(() => app.close());

  /** Who may do it: what is an owner's is no key's. */
  const by = ({ needs }: RestOperation): ApiClient => (ofUsers.includes(needs as Permission) ? owner : api);
  const message = ({ body }: RestAnswer): string => (body as { message: string }).message;

  it('a parameter where an operation has none, or not this one', async () => {
    for (const operation of operations) {
      const { method, url, takesQuery, takesBody } = operation;
      const answer = await by(operation).send(method, `${url}?surplus=1&more=2`, takesBody ? {} : undefined);
      const told = takesQuery
        ? /surplus is not a known field.+more/
        : /^surplus, more: this operation takes no parameters/;
      expect(answer).toRefuse('BadUserInput', told);
    }
  });

  it('a body where an operation has none; an empty one passes', async () => {
    const bodiless = operations.filter(({ takesBody }) => !takesBody);
    expect(bodiless.length).toBeGreaterThan(30);
    for (const operation of bodiless) {
      const { method, url } = operation;
      for (const body of [{ surplus: 1 }, [], 'null', '5']) {
        expect(await by(operation).send(method, url, body)).toRefuse(
          'BadUserInput',
          /^This operation takes no body/,
        );
      }
      for (const body of [undefined, '', {}, ' {} ']) {
        const answer = await by(operation).send(method, url, body);
        if (answer.status >= 400) expect(message(answer)).not.toMatch(/takes no body/);
      }
    }
  });

  // Of a body or a query that lacks something, that may be told first.
  const longOr = (takesMore: boolean): RegExp =>
    takesMore ? /characters|required/ : /must have at most 255 characters/;

  it('a path that is no UTF-8, or an id that is too long: our body, our headers', async () => {
    for (const operation of operations.filter(({ path }) => path.includes('{'))) {
      const { method, path, takesBody, takesQuery } = operation;
      const send = (id: string) =>
        by(operation).send(method, addressOf(path, id), takesBody ? {} : undefined);
      const refused: [RestAnswer, RegExp][] = [
        [await send('%ff'), /^The path is no percent-encoded UTF-8/],
        [await send('%'), /^The path is no percent-encoded UTF-8/],
        [await send('x'.repeat(256)), longOr(takesBody || takesQuery)],
        [await send('x'.repeat(5000)), longOr(takesBody || takesQuery)],
      ];
      for (const [answer, told] of refused) {
        expect(answer).toRefuse('BadUserInput', told);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      }
    }
  });

  it('such a path is still for callers with a credential alone, and nowhere else a route', async () => {
    expect(await app.anonymous.send('GET', '/api/v1/customers/%ff')).toRefuse('Unauthenticated');
    expect(await api.send('GET', '/nowhere/%ff')).toFailPlainly(404, /No such route/);
  });

  it('decision 18: a permission that is missing is told before', async () => {
    const reader = app.anonymous.as({ key: await app.a.scopedKey('products:read') });
    expect(await reader.send('POST', '/api/v1/products/nobody/archive?surplus=1', { surplus: 1 })).toRefuse(
      'IdentityForbidden',
    );
  });
});
