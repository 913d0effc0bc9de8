import { DeliveryRunner } from '#modules/exchange/webhooks';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { answers, Receiver, verified } from '../support/receiver';

// Domain: access-and-events

interface Told {
  id: string;
  messageId: string;
  type: string;
  state: string;
  attempts: number;
  nextAttemptAt: string | null;
  lastStatus: number | null;
  lastError: string | null;
}

describe('deliveries of webhooks', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;
  let receiver: Receiver;
  let hook: string;
  let secret: string;

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
    ({ id: hook, secret } = await register());
  });

  const register = (more: object = {}) =>
    expectOk<{ id: string; secret: string }>(
      api.rest('POST', '/webhooks', {
        ...{ name: 'Ledger', endpoint: receiver.url(), eventTypes: ['customer.*'] },
        ...more,
      }),
    );
  const cause = (id: string) => expectOk(api.rest('POST', '/customers', { id }));
  const list = async (query = '', id = hook): Promise<Told[]> =>
    (await expectPage<Told>(api.rest('GET', `/webhooks/${id}/deliveries?${query}`))).data;
  const latest = async (): Promise<Told> => {
    const [first] = await list();
    if (!first) throw new Error('There is no delivery');
    return first;
  };
  const becomes = (expected: Partial<Told>) =>
    eventually(async () => expect(await latest()).toMatchObject(expected));
  /** To webhooks of this test: clocks that travel make those of others due, too. */
  const came = () => receiver.received.filter(({ body }) => body.environmentId === place.environmentId);
  const get = () =>
    expectOk<{ status: string; failingSince: string | null; stoppedAt: string | null }>(
      api.rest('GET', `/webhooks/${hook}`),
    );

  it('W2, W-09: what is sent bears its envelope and its signature', async () => {
    await cause('c');
    await becomes({ state: 'DELIVERED', attempts: 1, lastStatus: 204, lastError: null, nextAttemptAt: null });
    const [message] = receiver.received;
    if (!message) throw new Error('Nothing came');
    const { messageId } = await latest();
    expect(message.body).toMatchObject({
      ...{ messageId, type: 'customer.created', version: 1, environmentId: place.environmentId },
      data: { customer: { id: 'c' } },
    });
    expect(Object.keys(message.body).sort()).toEqual([
      ...['actor', 'createdAt', 'data', 'entityVersion', 'environmentId', 'messageId', 'type', 'version'],
    ]);
    expect(message.headers).toMatchObject({ 'webhook-id': messageId });
    expect(message.headers['content-type']).toMatch(/^application\/json/);
    expect(verified(message, secret)).toEqual(message.body);
  });

  it('W7: refused work tells nothing', async () => {
    await cause('c');
    expect(await api.rest('POST', '/customers', { id: 'c' })).toRefuse('DuplicatedEntityNotAllowed', /c/);
    await becomes({ state: 'DELIVERED' });
    expect(await list()).toHaveLength(1);
  });

  it('W3, W-11: what fails is tried again by the plan, with the same id, and then given up', async () => {
    receiver.answer = answers(500);
    await cause('c');
    for (let attempt = 1; attempt < 10; attempt++) {
      await becomes({ state: 'PENDING', attempts: attempt, lastStatus: 500, lastError: 'it answered 500' });
      const { nextAttemptAt } = await latest();
      app.clock.travelTo(nextAttemptAt as string);
    }
    await becomes({ state: 'FAILED', attempts: 10, nextAttemptAt: null });
    const { messageId } = await latest();
    expect(receiver.ids).toEqual(Array.from({ length: 10 }, () => messageId));
    const stamps = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(stamps).size).toBe(10);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect((await list('state=FAILED')).map(({ id }) => id)).toEqual([(await latest()).id]);
  });

  it('W3: a success later ends it, and the webhook is well again', async () => {
    receiver.answer = answers(503);
    await cause('c');
    await becomes({ attempts: 1, state: 'PENDING' });
    expect((await get()).failingSince).toBe(app.clock.now().toISOString());
    receiver.answer = answers(200);
    app.clock.advance({ seconds: 6 });
    await becomes({ state: 'DELIVERED', attempts: 2 });
    expect((await get()).failingSince).toBeNull();
  });

  it('W-13: is put off for as long as the receiver asks', async () => {
    receiver.answer = answers(429, { 'retry-after': '120' });
    await cause('c');
    await becomes({ attempts: 1 });
    const { nextAttemptAt } = await latest();
    expect(new Date(nextAttemptAt as string).getTime() - app.clock.now().getTime()).toBe(120_000);
  });

  it('W-06: a redirect is a failure and is not followed', async () => {
    receiver.answer = answers(302, { location: receiver.url('/elsewhere') });
    await cause('c');
    await becomes({ attempts: 1, lastStatus: 302, lastError: 'it answered 302' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('W3: an answer that breaks off is a failure', async () => {
    receiver.answer = (response) => response.socket?.destroy();
    await cause('c');
    await becomes({ attempts: 1, lastStatus: null, lastError: 'it broke off the connection' });
  });

  it('W3: a webhook that nothing reaches for five days is stopped, and its activity says so', async () => {
    receiver.answer = answers(500);
    await cause('c');
    await becomes({ attempts: 1 });
    app.clock.advance({ days: 4, hours: 23 });
    await becomes({ attempts: 2 });
    expect((await get()).status).toBe('ACTIVE');
    await cause('d');
    await becomes({ attempts: 1 });
    app.clock.advance({ days: 1 });
    await eventually(async () => expect((await get()).status).toBe('INACTIVE'));
    expect((await get()).stoppedAt).not.toBeNull();
    const log = await expectPage(api.rest('GET', '/activity?limit=1'));
    expect(log.data[0]).toMatchObject({ type: 'webhook.stopped', actor: 'webhooks' });
    // What waits for it is sent when it is made active again; what came up meanwhile by a replay.
    await cause('e');
    receiver.answer = answers(204);
    receiver.forget();
    await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { status: 'ACTIVE' }));
    expect(await get()).toMatchObject({ status: 'ACTIVE', stoppedAt: null, failingSince: null });
    app.clock.advance({ days: 2 });
    await eventually(async () => expect(new Set(receiver.ids).size).toBe(2));
    expect(receiver.received.map(({ body: { data } }) => data['customer'])).not.toContainEqual(
      expect.objectContaining({ id: 'e' }),
    );
  });

  it('W3: of an inactive webhook nothing is sent', async () => {
    await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { status: 'INACTIVE' }));
    await cause('c');
    expect(await list()).toEqual([]);
  });

  it('W5: a message that is too large is not sent, and says nothing of its receiver', async () => {
    await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { eventTypes: ['*'] }));
    await cause('c');
    await becomes({ state: 'DELIVERED' });
    const { id, messageId } = await latest();
    await app.dataSource.query(
      `update outbox_event set payload = jsonb_build_object('x', repeat('x', 300000)) where uid = $1`,
      [messageId],
    );
    await expectOk(api.rest('POST', `/webhooks/${hook}/deliveries/${id}/replay`));
    await becomes({ state: 'FAILED', attempts: 1, lastError: 'the message is larger than 256 KB' });
    expect((await get()).failingSince).toBeNull();
  });

  it('W3: each webhook that hears an event has a message of its own', async () => {
    const other = await register({ endpoint: receiver.url('/other'), eventTypes: ['*'] });
    const third = await register({ endpoint: receiver.url('/third'), eventTypes: ['invoice.*'] });
    await cause('c');
    await eventually(async () => expect(receiver.received.length).toBe(2));
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook', '/other']);
    expect(new Set(receiver.ids).size).toBe(1);
    expect([await list('', other.id), await list('', third.id)]).toMatchObject([[{}], []]);
  });

  it('W3: a deleted webhook is sent nothing that waits for it', async () => {
    receiver.answer = answers(500);
    await cause('c');
    await becomes({ attempts: 1 });
    await expectOk(api.rest('DELETE', `/webhooks/${hook}`));
    receiver.forget();
    app.clock.advance({ minutes: 1 });
    const next = await register();
    hook = next.id;
    receiver.answer = answers(204);
    await cause('d');
    await becomes({ state: 'DELIVERED' });
    expect(receiver.received.map(({ body: { data } }) => data['customer'])).toMatchObject([{ id: 'd' }]);
  });

  describe('replays', () => {
    const replayOne = (id: string, by = api) => by.rest('POST', `/webhooks/${hook}/deliveries/${id}/replay`);
    const replayAll = async (more: object = {}): Promise<void> => {
      const from = new Date(Date.now() - 60_000).toISOString();
      const { taskId } = await expectOk<{ taskId: string }>(
        api.rest('POST', `/webhooks/${hook}/replay`, { from, ...more }),
      );
      await eventually(async () =>
        expect(await expectOk(api.rest('GET', `/tasks/${taskId}`))).toMatchObject({ state: 'COMPLETED' }),
      );
    };
    // Events are found by when they were recorded, by the clock of the machine.
    const today = () => app.clock.travelTo(new Date(Date.now() + 60_000));

    it('W3: one message is sent once more under the same id, through both doors', async () => {
      await cause('c');
      await becomes({ state: 'DELIVERED' });
      const { id, messageId } = await latest();
      expect(await expectOk(replayOne(id))).toMatchObject({ id, state: 'PENDING', attempts: 0 });
      await eventually(async () => expect(receiver.ids).toEqual([messageId, messageId]));
      await becomes({ state: 'DELIVERED', attempts: 1 });
      const mutation = `mutation { replayWebhookDelivery(id: "${hook}", deliveryId: "${id}") { id } }`;
      expect(await expectOk(api.graphql(mutation))).toEqual({ id });
      await eventually(async () => expect(receiver.ids).toHaveLength(3));
    });

    it('W3: one that was given up is tried by the whole plan again', async () => {
      receiver.answer = answers(500);
      await cause('c');
      await becomes({ attempts: 1 });
      await app.dataSource.query(
        `update webhook_delivery set attempts = 10, state = 'FAILED', due_at = null where environment_id = $1`,
        [place.environmentId],
      );
      const { id } = await latest();
      await expectOk(replayOne(id));
      await becomes({ state: 'PENDING', attempts: 1 });
    });

    it('W3: what the receiver has not had, of a span; what it has had, too, where that is asked', async () => {
      await cause('had');
      await becomes({ state: 'DELIVERED' });
      await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { status: 'INACTIVE' }));
      await cause('missed');
      await expectOk(api.rest('POST', '/features', { id: 'f', displayName: 'F', featureType: 'BOOLEAN' }));
      await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { status: 'ACTIVE' }));
      today();
      receiver.forget();
      await replayAll();
      await eventually(async () => expect(came()).toHaveLength(1));
      expect(came()[0]?.body.data).toMatchObject({ customer: { id: 'missed' } });
      receiver.forget();
      await replayAll({ deliveries: 'ALL' });
      await eventually(async () => expect(came()).toHaveLength(2));
      await eventually(async () =>
        expect((await list()).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']),
      );
    });

    it('W3: refuse what cannot be', async () => {
      await cause('c');
      await becomes({ state: 'DELIVERED' });
      const { id } = await latest();
      expect(await replayOne('nothing')).toRefuse('WebhookDeliveryNotFound', /nothing/);
      const other = await register();
      expect(await api.rest('POST', `/webhooks/${other.id}/deliveries/${id}/replay`)).toRefuse(
        'WebhookDeliveryNotFound',
        /was not found/,
      );
      expect(await replayOne(id, app.b.api)).toRefuse('WebhookNotFound', /was not found/);
      const replay = (input: object) => api.rest('POST', `/webhooks/${hook}/replay`, input);
      expect(await replay({})).toRefuse('BadUserInput', /from/);
      expect(await replay({ from: 'yesterday' })).toRefuse('BadUserInput', /from/);
      const [from, to] = ['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
      expect(await replay({ from, to })).toRefuse('BadUserInput', /from must be before to/);
      expect(await replay({ from: '2999-01-01T00:00:00.000Z' })).toRefuse('BadUserInput', /future/);
      expect(await replay({ from, deliveries: 'SOME' })).toRefuse('BadUserInput', /deliveries/);
      await expectOk(api.rest('PATCH', `/webhooks/${hook}`, { status: 'INACTIVE' }));
      expect(await replay({ from })).toRefuse('IntegrityViolation', /INACTIVE/);
      expect(await replayOne(id)).toRefuse('IntegrityViolation', /INACTIVE/);
    });
  });

  it('W3: two processes bring each message once, and one goes on where the other has died', async () => {
    const beside = await app.startBeside();
    for (let count = 0; count < 20; count++) await cause(`c${count}`);
    await eventually(async () => expect(receiver.received).toHaveLength(20));
    await eventually(async () =>
      expect((await list('limit=100')).every(({ state }) => state === 'DELIVERED')).toBe(true),
    );
    expect(new Set(receiver.ids).size).toBe(20);
    await beside.close();
    receiver.forget();
    await app.dataSource.query(
      `update webhook_delivery set state = 'PENDING', lease = gen_random_uuid(), due_at = $2 where environment_id = $1`,
      [place.environmentId, new Date(app.clock.now().getTime() + 30_000)],
    );
    await cause('last');
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    app.clock.advance({ seconds: 30 });
    await eventually(async () => expect(came()).toHaveLength(21));
  });

  it('W3: a process that ends waits for no silent receiver, and gives the message back', async () => {
    receiver.answer = () => undefined;
    await cause('c');
    await eventually(async () => expect(came()).toHaveLength(1));
    const runner = app.nest.get(DeliveryRunner);
    const began = performance.now();
    await runner.stop();
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(await latest()).toMatchObject({ state: 'PENDING', attempts: 0 });
    receiver.answer = answers(204);
    await runner.start();
    await becomes({ state: 'DELIVERED', attempts: 1 });
    expect(came()).toHaveLength(2);
  });

  it('W3: are listed newest first, by state and type', async () => {
    await cause('c');
    await expectOk(api.rest('PATCH', '/customers/c', { name: 'C' }));
    await eventually(async () => expect(receiver.received).toHaveLength(2));
    await eventually(async () => expect(await list('state=PENDING')).toEqual([]));
    expect((await list()).map(({ type }) => type)).toEqual(['customer.updated', 'customer.created']);
    expect((await list('type=customer.created')).map(({ type }) => type)).toEqual(['customer.created']);
    const query = `{ webhookDeliveries(id: "${hook}", state: [DELIVERED]) { totalCount edges { node { type state webhookId } } } }`;
    expect(await expectOk(api.graphql(query))).toMatchObject({ totalCount: 2, edges: [{}, {}] });
    const [newest] = await list('limit=1');
    expect((await list(`starting_after=${newest?.id}`)).map(({ type }) => type)).toEqual([
      'customer.created',
    ]);
    expect(await api.rest('GET', `/webhooks/${hook}/deliveries?state=LOST`)).toRefuse(
      'BadUserInput',
      /state/,
    );
  });
});
