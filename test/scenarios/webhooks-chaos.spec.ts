import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { expectOk } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { answers, Receiver, verified, type Answering } from '../support/receiver';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';
import { drained, WebhookRush } from '../support/webhook-rush';

// Domain: access-and-events

jest.setTimeout(3_600_000);

/** Of this machine, and the only address that the operator names: all others are private to the service. */
const named = '127.0.0.3';

const random = seededRandom('webhooks-chaos.spec');
const customers = scaled(2_000, 60);

/** An answer that never ends: 10 GiB, if anybody read them. */
const endless: Answering = (response) => {
  const part = Buffer.alloc(65_536);
  let left = (10 * 1024 ** 3) / part.length;
  const more = (): void => {
    while (left-- > 0 && !response.destroyed) if (!response.write(part)) return;
    response.end();
  };
  response.on('error', () => undefined);
  response.writeHead(200).on('drain', more);
  more();
};

describe('receivers of webhooks go wrong in every way', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let privately: Server;
  let connections = 0;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    privately = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => privately.listen(0, '0.0.0.0', resolve));
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, WEBHOOK_PRIVATE_HOSTS: named });
  });
  afterAll(async () => {
    await service?.kill();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await new Promise((resolve) => privately.close(resolve));
    await database?.drop();
  });

  const open = async (answer: Answering): Promise<Receiver> => {
    const receiver = await Receiver.open(0, named);
    receiver.answer = answer;
    receivers.push(receiver);
    return receiver;
  };
  const hear = (name: string, endpoint: string) =>
    expectOk<{ id: string; secret: string }>(
      service.api.rest('POST', '/webhooks', { name, endpoint, eventTypes: ['customer.*'] }),
    );
  const lossy =
    (share: number): Answering =>
    (response, message) =>
      random.next() < share ? void response.socket?.destroy() : answers(204)(response, message);
  const portOf = (): number => (privately.address() as { port: number }).port;

  it('W3, W5: those that can be reached have every event, whatever becomes of the others, and nothing private is connected to', async () => {
    const well = await open(answers(204));
    const losing = await open(lossy(0.01));
    const resetting = await open(lossy(0.5));
    const large = await open(endless);
    const restarting = await open(answers(204));
    const failing = await open(answers(500));
    const silent = await open(() => undefined);
    const leading = await open(answers(302, { location: `http://127.0.0.1:${portOf()}/` }));

    const reached = [well, losing, resetting, large, restarting];
    const hooks: { id: string; secret: string }[] = [];
    for (const [n, receiver] of reached.entries()) hooks.push(await hear(`reached ${n}`, receiver.url()));
    for (const receiver of [failing, silent, leading]) await hear('not reached', receiver.url());
    await hear('by a name', `https://${hostname()}:${portOf()}/`);
    // As if it had been public when it was made.
    const { id: moved } = await hear('moved', well.url('/moved'));
    await rowsOf(
      database.url,
      `update webhook set endpoint = 'http://127.0.0.2:${portOf()}/' where id = '${moved}'`,
    );

    const rush = new WebhookRush(customers, random);
    const stopping = setTimeout(() => void restart(restarting), 200);
    await rush.send(() => service.api);
    clearTimeout(stopping);
    await drained(
      database.url,
      hooks.map(({ id }) => id),
    );

    for (const [n, receiver] of reached.entries()) {
      const received =
        receiver === restarting
          ? [...receiver.received, ...restarted.flatMap((r) => r.received)]
          : receiver.received;
      // What broke off was received, too: the same id comes again.
      await rush.expectToldOf(received, database.url, service.api);
      for (const message of received.slice(0, 20)) verified(message, hooks[n]?.secret as string);
    }
    expect(connections).toBe(0);
    expect(leading.received.length).toBeGreaterThan(0);
    const waiting = await rowsOf<{ name: string; count: number; error: string | null }>(
      database.url,
      `select w.name, count(*)::int as count, max(d.last_error) as error from webhook_delivery d join webhook w on w.uid = d.webhook_uid
        where d.state <> 'DELIVERED' and w.name not like 'reached %' group by w.uid, w.name order by w.name, error`,
    );
    // Of a receiver that loses every second message one in a thousand is lost ten times, and given up.
    const early = await rowsOf(
      database.url,
      `select d.attempts from webhook_delivery d join webhook w on w.uid = d.webhook_uid
        where d.state <> 'DELIVERED' and w.name like 'reached %' and (d.state <> 'FAILED' or d.attempts < 10 or w.endpoint <> '${resetting.url()}')`,
    );
    expect(early).toEqual([]);
    const events = await rowsOf(database.url, `select uid from outbox_event where type like 'customer.%'`);
    expect(waiting.map(({ count }) => count)).toEqual(waiting.map(() => events.length));
    expect(waiting).toHaveLength(5);
    const errors = waiting.map(({ error }) => error);
    expect(errors).toEqual(
      expect.arrayContaining(['it answered 500', 'it answered 302', 'its host is at no public address']),
    );
    expect(service.faults).toEqual([]);
  });

  const restarted: Receiver[] = [];
  async function restart(receiver: Receiver): Promise<void> {
    const { port } = receiver;
    await receiver.close();
    receivers.splice(receivers.indexOf(receiver), 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const next = await Receiver.open(port, named);
    receivers.push(next);
    restarted.push(next);
  }
});
