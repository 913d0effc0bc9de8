import { expectOk, type ApiClient } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { Kills, type Blow } from '../support/kills';
import { answers, Receiver } from '../support/receiver';
import { untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';
import { drained, WebhookRush } from '../support/webhook-rush';

// Domain: access-and-events

jest.setTimeout(3_600_000);

const random = seededRandom('webhooks-crash.spec');
const customers = scaled(1_500, 40);

interface Key {
  id: string;
  secret: string | null;
}

describe('the service is killed while webhooks are delivered and keys rotated', () => {
  const writing: Place = { table: 'webhook_delivery', on: 'insert', at: 'write' };
  const committing: Place = { table: 'webhook_delivery', on: 'insert', at: 'commit' };
  const settling: Place = { table: 'webhook_delivery', on: 'update', at: 'write' };
  const settled: Place = { table: 'webhook_delivery', on: 'update', at: 'commit' };
  const rotating: Place = { table: 'api_key', on: 'update', at: 'write' };
  const blows: Blow[] = [committing, settling, 'at random', writing, settled, rotating];
  const kills = Array.from({ length: scaled(50, 6) }, (_, n) => blows[n % blows.length] as Blow);
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;
  let receiver: Receiver;

  beforeAll(async () => {
    [database, receiver] = await Promise.all([createTestDatabase(), Receiver.open()]);
    gate = await Gate.in(database.url, [writing, committing, settling, settled, rotating]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await receiver?.close();
    await database?.drop();
  });

  /** One key after the other in the place of itself; the last one that was told opens the door. */
  async function rotate(api: () => ApiClient, isOver: () => boolean): Promise<void> {
    const made = await expectOk<Key>(
      api().rest('POST', '/api-keys', { displayName: 'rotated', scopes: ['customers:read'] }),
    );
    let known = made.secret as string;
    for (let turn = 0; !isOver(); turn++) {
      const path = `/api/v1/api-keys/${made.id}/rotate`;
      const headers = { 'idempotency-key': `rotate-${turn}` };
      const answer = await untilAnswered(() => api().send('POST', path, { graceHours: 0 }, headers));
      expect(answer.status).toBe(201);
      const { secret } = (answer.body as { data: Key }).data;
      // Acknowledged before the kill, and told nobody: the secret is lost, and the key is rotated again.
      if (secret === null) continue;
      const reads = (key: string) =>
        untilAnswered(() => api().as({ key }).send('GET', '/api/v1/customers?limit=1'));
      expect((await reads(secret)).status).toBe(200);
      if (secret !== known) expect((await reads(known)).status).toBe(401);
      known = secret;
    }
  }

  it(`W3, W7, Y3: over ${kills.length} kills no event of ${customers} customers is lost, and none told of work that was rolled back`, async () => {
    const seen = new Set<string>();
    // Some messages are refused once.
    receiver.answer = (response, message) => {
      const isFirst = !seen.has(message.body.messageId);
      seen.add(message.body.messageId);
      answers(isFirst && random.next() < 0.2 ? 500 : 204)(response, message);
    };
    const { id } = await expectOk<{ id: string }>(
      service.api.rest('POST', '/webhooks', {
        ...{ name: 'all', endpoint: receiver.url(), eventTypes: ['customer.*'] },
      }),
    );
    const rush = new WebhookRush(customers, random);
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
    const killing = new Kills(service, gate, again, writing, random);
    const api = () => killing.service.api;
    let isOver = false;
    const strikeAll = await killing.strike(kills, Math.max(2, Math.floor(customers / kills.length / 2)));
    const rotation = rotate(api, () => isOver);
    await Promise.all([Promise.all([rush.send(api), strikeAll()]).finally(() => (isOver = true)), rotation]);
    service = killing.service;
    await drained(database.url, [id]);
    await rush.expectToldOf(receiver.received, database.url, service.api);
    const states = await rowsOf(database.url, 'select distinct state, lease from webhook_delivery');
    expect(states).toEqual([{ state: 'DELIVERED', lease: null }]);
    expect(
      [...rush.tally.keys()]
        .map(String)
        .filter((outcome) => !['503', 'none'].includes(outcome))
        .sort(),
    ).toEqual(expect.arrayContaining(['200', '201', '400']));
    expect([...rush.tally.keys()]).not.toContain(500);
  });
});
