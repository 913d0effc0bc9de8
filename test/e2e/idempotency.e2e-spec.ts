import { Follows } from '#libs/messaging/extensions';
import { customerArchived } from '#modules/customers/customers';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';
import { eventsAbout } from '../support/events';
import { holdRow, somebodyWaits } from '../support/held-row';

/** Domain: access-and-events B9. */
describe('Idempotency-Key', () => {
  let app: TestApp;
  let api: ApiClient;
  let isCrashing = true;

  class Follower {
    @Follows(customerArchived)
    async follow({ customer }: typeof customerArchived.facts): Promise<void> {
      if (isCrashing && customer.id === 'crashing') throw new Error('out of luck');
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Follower] });
    api = app.a.api;
  });
  afterAll(() => app.close());

  const post = (key: string, body: unknown, by: ApiClient = api) =>
    by.rest('POST', '/customers', body, { 'idempotency-key': key });
  const patch = (key: string, id: string, body: unknown) =>
    api.rest('PATCH', `/customers/${id}`, body, { 'idempotency-key': key });
  const isReplay = ({ headers }: RestAnswer) => headers.get('idempotent-replayed') === 'true';
  const name = async (id: string) => (await expectOk(api.rest('GET', `/customers/${id}`)))['name'];

  it('a repeated POST gets the same status and body, says so, and does nothing', async () => {
    const body = { id: 'replayed', name: 'once', metadata: { a: '1' } };
    const first = await post('replayed', body);
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    app.clock.advance({ hours: 1 });
    const again = await post('replayed', body);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(again.body).toEqual(first.body);
    expect(await eventsAbout(app, 'replayed')).toHaveLength(1);
  });

  it('a repeated PATCH does not undo what came between', async () => {
    await post('patched', { id: 'patched' });
    const first = await patch('change', 'patched', { name: 'first' });
    await expectOk(api.rest('PATCH', '/customers/patched', { name: 'second' }));
    const again = await patch('change', 'patched', { name: 'first' });
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.body).toEqual(first.body);
    expect(await name('patched')).toBe('second');
  });

  it('a POST without a body can be repeated too', async () => {
    await post('archived', { id: 'archived' });
    const archive = () =>
      api.rest('POST', '/customers/archived/archive', undefined, { 'idempotency-key': 'archive' });
    const first = await archive();
    const again = await archive();
    expect([first.status, again.status, isReplay(again)]).toEqual([201, 201, true]);
  });

  it('B-03: the same key with another body is BadUserInput and does nothing', async () => {
    await post('other-body', { id: 'other-body', name: 'first' });
    expect(await post('other-body', { id: 'other-body', name: 'second' })).toRefuse(
      'BadUserInput',
      /Idempotency-Key/,
    );
    expect(await post('other-body', { id: 'other-body-2', name: 'first' })).toRefuse('BadUserInput');
    expect(await api.rest('GET', '/customers/other-body-2')).toRefuse('CustomerNotFound');
  });

  it('the same key for another object is BadUserInput', async () => {
    await post('object-1', { id: 'object-1' });
    await post('object-2', { id: 'object-2' });
    await expectOk(patch('one-object', 'object-1', { name: 'x' }));
    expect(await patch('one-object', 'object-2', { name: 'x' })).toRefuse('BadUserInput', /Idempotency-Key/);
  });

  it('the order of keys in a body does not matter', async () => {
    await expectOk(post('order', { id: 'order', name: 'x', metadata: { a: '1', b: '2' } }));
    const again = await post('order', { metadata: { b: '2', a: '1' }, name: 'x', id: 'order' });
    expect(isReplay(again)).toBe(true);
  });

  it('routes, environments and doors count apart', async () => {
    const key = 'everywhere';
    await expectOk(post(key, { id: 'everywhere' }));
    const product = { id: 'everywhere', displayName: 'x' };
    expect(isReplay(await api.rest('POST', '/products', product, { 'idempotency-key': key }))).toBe(false);
    expect(isReplay(await post(key, { id: 'everywhere' }, app.b.api))).toBe(false);
    const document = 'mutation { createCustomer(input: { id: "everywhere-by-graphql" }) { id } }';
    const graphql = () => api.graphql(document, {}, { 'idempotency-key': key });
    const first = await graphql();
    expect([first.data, first.headers.get('idempotent-replayed')]).toEqual([
      { createCustomer: { id: 'everywhere-by-graphql' } },
      null,
    ]);
    const again = await graphql();
    expect([again.data, again.headers.get('idempotent-replayed')]).toEqual([first.data, 'true']);
  });

  it('GraphQL: a replay tells instants and enums as the first answer did', async () => {
    const document = `mutation { createFeature(input: { id: "by-graphql", displayName: "x", featureType: NUMBER,
      meterType: INCREMENTAL, metadata: { a: "1" } }) { id featureType meterType createdAt metadata } }`;
    const call = () => api.graphql(document, {}, { 'idempotency-key': 'typed' });
    const first = await call();
    expect(first.errors).toEqual([]);
    expect(await call()).toMatchObject({ data: first.data, errors: [] });
  });

  it('B9: the same key of another credential is another key, and nobody gets its answer', async () => {
    const first = await post('shared', { id: 'shared' });
    const writer = app.anonymous.as({ key: await app.a.scopedKey('customers:write') });
    expect(await post('shared', { id: 'shared' }, writer)).toRefuse('DuplicatedEntityNotAllowed');
    const other = await post('shared', { id: 'shared-2' }, writer);
    expect([other.status, isReplay(other)]).toEqual([201, false]);
    expect(isReplay(await post('shared', { id: 'shared-2' }, writer))).toBe(true);
    expect((await post('shared', { id: 'shared' })).body).toEqual(first.body);
    const reader = app.anonymous.as({ key: await app.a.scopedKey('customers:read') });
    expect(await post('shared', { id: 'shared' }, reader)).toRefuse('IdentityForbidden');
  });

  it('B9: a user is another credential than a key, and than another user', async () => {
    const { accountId, environmentId } = app.a;
    const environments = { [environmentId]: 'ADMIN' } as const;
    await app.environments.addMember({ accountId, subject: 'colleague', role: 'MEMBER', environments });
    const headers = { 'x-environment-id': environmentId };
    const by = async (subject: string) =>
      app.anonymous.as({ token: await app.signUserToken(subject), headers });
    const [owner, colleague] = [await by(app.ownerSubject), await by('colleague')];
    await expectOk(post('by-users', { id: 'by-key' }));
    expect(isReplay(await post('by-users', { id: 'by-owner' }, owner))).toBe(false);
    expect(isReplay(await post('by-users', { id: 'by-colleague' }, colleague))).toBe(false);
    expect(isReplay(await post('by-users', { id: 'by-owner' }, owner))).toBe(true);
    expect(isReplay(await post('by-users', { id: 'by-colleague' }, colleague))).toBe(true);
  });

  it('a key of the release before, which told no owner, is refused and does nothing', async () => {
    const stored = [app.a.environmentId, 'REST', 'createCustomer', 'of-before', app.clock.now()];
    await app.dataSource.query(
      `insert into idempotent_answer (environment_id, door, operation, key, fingerprint, answer, created_at)
       values ($1, $2, $3, $4, 'x', '{"id":"of-before"}', $5)`,
      stored,
    );
    expect(await post('of-before', { id: 'of-before' })).toRefuse('BadUserInput', /before the upgrade/);
    expect(await api.rest('GET', '/customers/of-before')).toRefuse('CustomerNotFound');
    app.clock.advance({ hours: 24 });
    await expectOk(post('of-before', { id: 'of-before' }));
  });

  it('a refusal is not kept: the same key may succeed later', async () => {
    expect(await patch('later', 'later', { name: 'x' })).toRefuse('CustomerNotFound');
    expect(await patch('later', 'later', { name: 5 })).toRefuse('BadUserInput', /name/);
    await expectOk(api.rest('POST', '/customers', { id: 'later' }));
    const done = await patch('later', 'later', { name: 'x' });
    expect([done.status, isReplay(done)]).toEqual([200, false]);
    expect(isReplay(await patch('later', 'later', { name: 'x' }))).toBe(true);
  });

  it('a failure of ours keeps nothing of the work and nothing of the answer', async () => {
    await expectOk(api.rest('POST', '/customers', { id: 'crashing' }));
    const archive = () => api.rest('POST', '/customers/crashing/archive', {}, { 'idempotency-key': 'crash' });
    expect(await archive()).toFailPlainly(500);
    expect((await expectOk(api.rest('GET', '/customers/crashing')))['archivedAt']).toBeNull();
    isCrashing = false;
    const done = await archive();
    expect([done.status, isReplay(done)]).toEqual([201, false]);
  });

  it('an answer is kept for 24 hours', async () => {
    const body = { id: 'kept' };
    await expectOk(post('kept', body));
    app.clock.advance({ hours: 24, ms: -1 });
    expect(isReplay(await post('kept', body))).toBe(true);
    app.clock.advance({ ms: 1 });
    expect(await post('kept', body)).toRefuse('DuplicatedEntityNotAllowed');
    const other = { id: 'kept-later' };
    expect(isReplay(await post('kept', other))).toBe(false);
    expect(isReplay(await post('kept', other))).toBe(true);
  });

  it('while the first is running, a second is refused at once and told to try again', async () => {
    await expectOk(api.rest('POST', '/customers', { id: 'running' }));
    const release = await holdRow(app.databaseUrl, 'customer', 'running');
    const first = patch('running', 'running', { name: 'x' });
    await somebodyWaits(app.databaseUrl);
    const second = await patch('running', 'running', { name: 'x' });
    expect(second).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /still running/);
    expect(second.headers.get('x-should-retry')).toBe('true');
    await release();
    const done = await first;
    expect([done.status, isReplay(done)]).toEqual([200, false]);
    const third = await patch('running', 'running', { name: 'x' });
    expect(isReplay(third)).toBe(true);
    expect(third.body).toEqual(done.body);
  });

  it('B-02: of many at once one does the work, the others get its answer or try again', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('many', { id: 'many' })));
    const done = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
    expect(done).toHaveLength(1);
    for (const answer of answers.filter((each) => !done.includes(each))) {
      if (answer.status === 201) expect(answer.body).toEqual(done[0]?.body);
      else expect(answer).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
    }
    expect(await eventsAbout(app, 'many')).toHaveLength(1);
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'x'.repeat(256)],
  ])('a key that is %s is BadUserInput, over both doors', async (_fault, key) => {
    expect(await post(key, { id: 'keyed' })).toRefuse('BadUserInput', /Idempotency-Key/);
    const document = 'mutation { createCustomer(input: { id: "keyed" }) { id } }';
    expect(await api.graphql(document, {}, { 'idempotency-key': key })).toRefuse(
      'BadUserInput',
      /Idempotency-Key/,
    );
  });

  it('keys of 1 and of 255 characters are taken, and mean nothing on a read', async () => {
    for (const key of ['x', 'x'.repeat(255)]) {
      await expectOk(post(key, { id: `length-${key.length}` }));
      const get = await api.rest('GET', '/customers/length-1', undefined, { 'idempotency-key': key });
      expect([get.status, isReplay(get)]).toEqual([200, false]);
      const query = await api.graphql(
        '{ customer(id: "length-1") { name } }',
        {},
        { 'idempotency-key': key },
      );
      expect(query.errors).toEqual([]);
    }
  });
});
