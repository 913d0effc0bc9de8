import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { answers, Receiver, verified } from '../support/receiver';

// Domain: access-and-events

const path = '/webhooks';

interface ToldWebhook {
  id: string;
  name: string;
  endpoint: string;
  eventTypes: string[];
  status: string;
  lastFour: string;
  formerEndsAt: string | null;
  stoppedAt: string | null;
  failingSince: string | null;
  secret?: string | null;
}

describe('webhooks', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;
  let receiver: Receiver;

  beforeAll(async () => {
    [app, receiver] = await Promise.all([createTestApp(), Receiver.open()]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    receiver.forget();
    receiver.answer = answers(204);
  });

  const body = (more: object = {}) => ({
    ...{ name: 'Ledger', endpoint: receiver.url(), eventTypes: ['customer.*'] },
    ...more,
  });
  const register = (more: object = {}, by = api) => expectOk<ToldWebhook>(by.rest('POST', path, body(more)));
  const stored = (table: string) =>
    app.dataSource.query(`select * from ${table} where environment_id = $1`, [place.environmentId]);

  it('W1: are active at once, and hear of what happens from then on', async () => {
    await expectOk(api.rest('POST', '/customers', { id: 'before' }));
    const made = await register();
    expect(made).toMatchObject({ name: 'Ledger', status: 'ACTIVE', failingSince: null, stoppedAt: null });
    await expectOk(api.rest('POST', '/customers', { id: 'after' }));
    await eventually(async () =>
      expect(receiver.received.map(({ body: { type, data } }) => [type, data['customer']])).toMatchObject([
        ['customer.created', { id: 'after' }],
      ]),
    );
  });

  it('W-14: the secret is told once, and lies sealed', async () => {
    const made = await register();
    expect(made.secret).toMatch(/^whsec_/);
    expect(made.lastFour).toBe(made.secret?.slice(-4));
    const { secret: _, ...told } = made;
    expect(await expectOk(api.rest('GET', `${path}/${made.id}`))).toEqual(told);
    const rows = JSON.stringify([await stored('webhook'), await stored('activity')]);
    expect(rows).not.toContain(made.secret?.slice('whsec_'.length));
    expect(app.logLines.join('\n')).not.toContain(made.secret as string);
  });

  it('W1: through GraphQL as through REST, and a repeated request tells no secret', async () => {
    const create = `mutation M($input: CreateWebhookInput!) { createWebhook(input: $input) { id name endpoint eventTypes status secret } }`;
    const headers = { 'idempotency-key': 'once' };
    const made = await expectOk<ToldWebhook>(api.graphql(create, { input: body() }, headers));
    expect(made.secret).toMatch(/^whsec_/);
    expect(await expectOk(api.graphql(create, { input: body() }, headers))).toEqual({
      ...made,
      secret: null,
    });
    const update = `mutation { updateWebhook(id: "${made.id}", input: { name: "Other", status: INACTIVE }) { name status } }`;
    expect(await expectOk(api.graphql(update))).toEqual({ name: 'Other', status: 'INACTIVE' });
    const one = `{ webhook(id: "${made.id}") { name endpoint secret } }`;
    expect(await expectOk(api.graphql(one))).toEqual({
      name: 'Other',
      endpoint: receiver.url(),
      secret: null,
    });
    const list = '{ webhooks(status: [INACTIVE]) { totalCount edges { node { id } } } }';
    expect(await expectOk(api.graphql(list))).toEqual({ totalCount: 1, edges: [{ node: { id: made.id } }] });
    expect(await expectOk(api.graphql(`mutation { deleteWebhook(id: "${made.id}") { id } }`))).toEqual({
      id: made.id,
    });
    expect(await api.graphql(one)).toRefuse('WebhookNotFound', /Webhook/);
  });

  it('W1: are listed newest first, by status, page by page', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await register({ name })).id);
    const [newest = '', , oldest = ''] = ids;
    await expectOk(api.rest('PATCH', `${path}/${oldest}`, { status: 'INACTIVE' }));
    const listed = async (query: string) =>
      (await expectPage(api.rest('GET', `${path}?${query}`))).data.map(({ id }) => id);
    expect(await listed('')).toEqual(ids);
    expect(await listed('status=ACTIVE')).toEqual(ids.slice(0, 2));
    expect(await listed(`limit=1&starting_after=${newest}`)).toEqual(ids.slice(1, 2));
    await expectOk(api.rest('DELETE', `${path}/${newest}`));
    expect(await listed(`starting_after=${newest}`)).toEqual(ids.slice(1));
  });

  it.each([
    ['name', { name: '' }, /name must not be empty/],
    ['name', { name: 'x'.repeat(256) }, /name/],
    ['eventTypes', { eventTypes: [] }, /eventTypes/],
    ['eventTypes', { eventTypes: ['customer.exploded'] }, /eventTypes names customer\.exploded/],
    ['endpoint', { endpoint: 'hooks' }, /endpoint must be an address/],
    ['endpoint', { endpoint: 'http://hooks.example.com/' }, /endpoint must begin with https/],
    ['endpoint', { endpoint: 'https://169.254.169.254/' }, /endpoint must be reachable/],
    ['endpoint', { endpoint: 'https://u:p@hooks.example.com/' }, /endpoint may not hold a user/],
    ['endpoint', { endpoint: 'https://hooks.example.com:5432/' }, /endpoint may not name the port 5432/],
    ['status', { status: 'GONE' }, /status/],
    ['secret', { secret: 'whsec_mine' }, /secret/],
  ])('W1, W5: refuse a wrong %s through both doors: %j', async (_, wrong, message) => {
    const kept = await register();
    const create = 'mutation M($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
    expect(await api.rest('POST', path, body(wrong))).toRefuse('BadUserInput', message);
    expect((await api.graphql(create, { input: body(wrong) })).errors).toHaveLength(1);
    expect(await api.rest('PATCH', `${path}/${kept.id}`, wrong)).toRefuse('BadUserInput', message);
    const { secret: _secret, ...told } = kept;
    expect(await expectOk(api.rest('GET', `${path}/${kept.id}`))).toEqual(told);
    expect(await stored('webhook')).toHaveLength(1);
  });

  it('W1: a key hears through one only what it may read', async () => {
    const mine = app.anonymous.as({ key: await place.scopedKey('webhooks:write', 'customers:read') });
    const made = await register({}, mine);
    for (const eventTypes of [['customer.created', 'invoice.paid'], ['*'], ['third_party.*']])
      expect(await mine.rest('POST', path, body({ eventTypes }))).toRefuse(
        'IdentityForbidden',
        /need the permission (invoices|subscriptions|integrations):read beside webhooks:write/,
      );
    const all = await register({ eventTypes: ['*'] });
    for (const call of [
      mine.rest('PATCH', `${path}/${all.id}`, { endpoint: receiver.url('/mine') }),
      mine.rest('POST', `${path}/${all.id}/rotate-secret`, {}),
      mine.rest('POST', `${path}/${all.id}/test`),
      mine.rest('POST', `${path}/${all.id}/replay`, { from: '2026-01-01T00:00:00.000Z' }),
      mine.rest('PATCH', `${path}/${made.id}`, { eventTypes: ['invoice.paid'] }),
    ])
      expect(await call).toRefuse('IdentityForbidden', /beside webhooks:write/);
    expect((await expectOk<ToldWebhook>(api.rest('GET', `${path}/${all.id}`))).endpoint).toBe(receiver.url());
    await expectOk(mine.rest('DELETE', `${path}/${all.id}`));
  });

  it('S3: need their scope', async () => {
    const { id } = await register();
    const reads = app.anonymous.as({ key: await place.scopedKey('webhooks:read', 'customers:write') });
    await expectOk(reads.rest('GET', `${path}/${id}`));
    await expectPage(reads.rest('GET', `${path}/${id}/deliveries`));
    expect(await reads.rest('POST', path, body())).toRefuse('IdentityForbidden', /webhooks:write/);
    const none = app.anonymous.as({ key: await place.scopedKey('customers:write') });
    expect(await none.rest('GET', path)).toRefuse('IdentityForbidden', /webhooks:read/);
    const page = app.anonymous.as({ key: place.publishableKey });
    expect(await page.rest('GET', path)).toRefuse('IdentityForbidden', /publishable/);
  });

  it('W1: no environment knows those of another', async () => {
    const { id } = await register();
    for (const other of [app.b.api, app.stranger.api]) {
      expect(await other.rest('GET', `${path}/${id}`)).toRefuse('WebhookNotFound', /was not found/);
      expect(await other.rest('PATCH', `${path}/${id}`, { name: 'x' })).toRefuse(
        'WebhookNotFound',
        /not found/,
      );
      expect(await other.rest('DELETE', `${path}/${id}`)).toRefuse('WebhookNotFound', /not found/);
      expect(await other.rest('POST', `${path}/${id}/test`)).toRefuse('WebhookNotFound', /not found/);
      expect(await other.rest('GET', `${path}/${id}/deliveries`)).toRefuse('WebhookNotFound', /not found/);
      await expectOk(other.rest('POST', '/customers', { id: `c-${id}` }));
    }
    await expectOk(api.rest('POST', '/customers', { id: 'own' }));
    await eventually(async () => expect(receiver.received.length).toBeGreaterThan(0));
    expect(receiver.received.map(({ body: { environmentId } }) => environmentId)).toEqual([
      place.environmentId,
    ]);
  });

  it('W1: an environment has a hundred at most', async () => {
    await app.dataSource.query(
      `insert into webhook (environment_id, uid, id, name, endpoint, event_types, status, sealed_secret, last_four, created_at, updated_at)
       select $1, u, u::text, 'x', 'https://x.example/', '["*"]', 'INACTIVE', '', '', now(), now()
         from (select gen_random_uuid() as u from generate_series(1, 100)) g`,
      [place.environmentId],
    );
    expect(await api.rest('POST', path, body())).toRefuse('IntegrityViolation', /100 webhooks at most/);
  });

  it('W4, W-10: while a secret is rotated both sign; after the grace only the new one', async () => {
    const made = await register();
    const rotate = (input: object) =>
      expectOk<ToldWebhook>(api.rest('POST', `${path}/${made.id}/rotate-secret`, input));
    const rotated = await rotate({ graceHours: 2 });
    expect(rotated.secret).not.toBe(made.secret);
    const endsAt = new Date(app.clock.now().getTime() + 2 * 3_600_000).toISOString();
    expect(rotated).toMatchObject({ formerEndsAt: endsAt, lastFour: rotated.secret?.slice(-4) });
    expect(await api.rest('POST', `${path}/${made.id}/rotate-secret`, { graceHours: 1 })).toRefuse(
      'IntegrityViolation',
      /two secrets sign until/,
    );
    const sent = async () => {
      receiver.forget();
      await expectOk(api.rest('POST', `${path}/${made.id}/test`));
      const [message] = receiver.received;
      if (!message) throw new Error('Nothing came');
      return message;
    };
    const both = await sent();
    expect([verified(both, made.secret as string), verified(both, rotated.secret as string)]).toEqual([
      ...[both.body, both.body],
    ]);
    app.clock.advance({ hours: 2 });
    const one = await sent();
    expect(() => verified(one, made.secret as string)).toThrow();
    expect(verified(one, rotated.secret as string)).toEqual(one.body);
    const ended = await rotate({ graceHours: 0 });
    expect(ended.formerEndsAt).toBeNull();
    const last = await sent();
    expect(() => verified(last, rotated.secret as string)).toThrow();
    expect(verified(last, ended.secret as string)).toEqual(last.body);
  });

  it('W4: the grace is a day unless it is said, a year at most', async () => {
    const { id } = await register();
    const rotate = `mutation { rotateWebhookSecret(id: "${id}") { formerEndsAt secret } }`;
    const told = await expectOk<ToldWebhook>(api.graphql(rotate));
    expect(new Date(told.formerEndsAt ?? 0).getTime() - app.clock.now().getTime()).toBe(86_400_000);
    for (const graceHours of [-1, 8785, 1.5])
      expect(await api.rest('POST', `${path}/${id}/rotate-secret`, { graceHours })).toRefuse(
        'BadUserInput',
        /graceHours/,
      );
  });

  it('W1: a test tells at once what became of it, and counts for nothing', async () => {
    const { id } = await register({ status: 'INACTIVE' });
    const test = `mutation { testWebhook(id: "${id}") { messageId isDelivered status error } }`;
    expect(await expectOk(api.graphql(test))).toMatchObject({ isDelivered: true, status: 204, error: null });
    const [message] = receiver.received;
    expect(message?.body).toMatchObject({ type: 'webhook.test', version: 1, data: { webhook: { id } } });
    expect(message?.headers['webhook-id']).toBe(message?.body.messageId);
    receiver.answer = answers(500);
    expect(await expectOk(api.rest('POST', `${path}/${id}/test`))).toMatchObject({
      ...{ isDelivered: false, status: 500, error: 'it answered 500' },
    });
    receiver.answer = answers(302, { location: 'http://169.254.169.254/' });
    expect(await expectOk(api.rest('POST', `${path}/${id}/test`))).toMatchObject({
      status: 302,
      isDelivered: false,
    });
    expect(await expectOk(api.rest('GET', `${path}/${id}`))).toMatchObject({ failingSince: null });
    expect((await expectPage(api.rest('GET', `${path}/${id}/deliveries`))).data).toEqual([]);
  });

  it('W1: a test of a receiver that is not there tells why', async () => {
    const gone = await Receiver.open();
    const endpoint = gone.url();
    await gone.close();
    const { id } = await register({ endpoint });
    const told = await expectOk(api.rest('POST', `${path}/${id}/test`));
    expect(told).toMatchObject({ isDelivered: false, status: null, error: 'it refused the connection' });
  });

  it('W8: every change stands in the activity log, without secrets', async () => {
    const { id } = await register();
    await expectOk(api.rest('PATCH', `${path}/${id}`, { name: 'Other' }));
    await expectOk(api.rest('PATCH', `${path}/${id}`, { name: 'Other' }));
    await expectOk(api.rest('POST', `${path}/${id}/rotate-secret`, {}));
    await expectOk(api.rest('DELETE', `${path}/${id}`));
    const list = await expectPage<{ type: string; entityType: string }>(
      api.rest('GET', '/activity?limit=10'),
    );
    expect(list.data.map(({ type }) => type)).toEqual(
      ['deleted', 'secret_rotated', 'updated', 'created'].map((verb) => `webhook.${verb}`),
    );
    expect(JSON.stringify(list)).not.toMatch(/sealed|whsec/i);
  });
});
