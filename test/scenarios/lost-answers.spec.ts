import { Agent } from 'node:http';
import { ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sellForWrites, sendWrite, WriteBook, writeKinds, type Intent } from '../support/keyed-writes';
import { LosingProxy } from '../support/losing-proxy';
import { overHttp } from '../support/over-http';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(1_200_000);

const clients = 8;
const writes = scaled(5000, 120);
const customers = Array.from({ length: 8 }, (_, n) => `unheard-${n + 1}`);

let database: TestDatabase;
let service: ServiceProcess;
let proxy: LosingProxy;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
  await sellForWrites(service.api, customers);
  const met = new Set<string>();
  proxy = await LosingProxy.before(service.url, (name) => met.size < met.add(name).size);
});
afterAll(async () => {
  agent.destroy();
  proxy?.close();
  await service?.kill();
  await database?.drop();
});

describe('an answer that is lost on its way', () => {
  it(`reliability C10: ${writes} writes whose first answer nobody got are done once each, and the second answer is the first one`, async () => {
    const api = new ApiClient(
      overHttp(() => proxy.url, agent),
      { key: service.serverKey },
    );
    const book = new WriteBook('lost', customers);
    const intents = Array.from({ length: writes }, () => book.next());
    const others: string[] = [];
    const send = (intent: Intent) => sendWrite(api.with({ headers: { 'x-request-id': intent.key } }), intent);
    await inParallel(clients, intents, async (intent) => {
      await expect(send(intent)).rejects.toThrow(/hang up|reset/);
      const { status, text } = await send(intent);
      const first = proxy.lost.get(intent.key);
      if (status === 201) book.acknowledge(intent);
      if (status !== first?.status || text !== first.text)
        others.push(`${intent.key}: ${first?.status} ${first?.text}, then ${status} ${text}`);
    });

    process.stdout.write(
      `lost-answers.spec: ${proxy.lost.size} answers lost, of ${writeKinds.length} kinds, ${others.length} answered otherwise\n`,
    );
    expect(others.slice(0, 5)).toEqual([]);
    expect([...proxy.lost.values()].filter(({ status }) => status !== 201)).toEqual([]);
    expect(proxy.lost.size).toBe(writes);
    expect(await book.differences(database.url)).toEqual([]);
  });

  it('reliability C10: a create without an Idempotency-Key is told that the object is there, for good', async () => {
    const body = { id: 'made-once', name: 'Once' };
    expect((await service.api.send('POST', '/api/v1/customers', body)).status).toBe(201);
    const again = await service.api.send('POST', '/api/v1/customers', body);
    expect(again).toRefuse('DuplicatedEntityNotAllowed');
    expect(again.headers.get('x-should-retry')).toBe('false');
  });
});
