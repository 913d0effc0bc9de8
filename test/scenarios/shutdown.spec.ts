import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { newKeySecret } from '#libs/security/key-secret';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sellMetered, usageOf } from '../support/metered-customers';
import { reportOf } from '../support/reporting';
import { ServiceProcess } from '../support/service-process';

const clients = 8;

const serverKey = newKeySecret('server-');

let database: TestDatabase;
let service: ServiceProcess;

const start = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ DATABASE_URL: database.url, BOOTSTRAP_SERVER_KEY: serverKey });

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  service = await start();
});
afterEach(() => service?.kill());
afterAll(() => database?.drop());

/** On a connection of its own, so that it tells how the process answers newcomers. */
const readiness = (): Promise<number | undefined> =>
  new Promise((resolve) => {
    const asked = get(`${service.url}/health/ready`, { agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.once('error', () => resolve(undefined));
  });

describe('SIGTERM', () => {
  it('C11: under load drops nothing: ready turns 503 first, whoever heeds it never meets a broken call, exit 0', async () => {
    await sellMetered(service.api, ['customer']);
    const answers: (number | string)[] = [];
    let counted = 0;
    let isReady = true;
    const client = async (name: number): Promise<void> => {
      for (let n = 0; isReady; n++) {
        const usages = [reportOf('customer', 1, `${name}-${n}`)];
        const answer = await service.api
          .send('POST', '/api/v1/usage', { usages })
          .catch((error: Error) => error.message);
        answers.push(typeof answer === 'string' ? answer : answer.status);
        if (typeof answer !== 'string' && answer.status === 201) counted++;
      }
    };
    const statuses = new Set<number | undefined>();
    const balancer = async (): Promise<void> => {
      for (let status: number | undefined = 200; status === 200; await pause(20)) {
        status = await readiness();
        statuses.add(status);
      }
      isReady = false;
    };

    const load = Promise.all([balancer(), ...Array.from({ length: clients }, (_, name) => client(name))]);
    while (answers.length < 200) await pause(10);
    service.signal('SIGTERM');
    await load;

    expect([...statuses]).toEqual([200, 503]);
    expect(answers.filter((answer) => answer !== 201)).toEqual([]);
    expect(await service.exited).toEqual({ code: 0, signal: null });
    service = await start();
    expect(await usageOf(service.api, 'customer')).toBe(counted);
  });

  it('C11: kept-alive connections are told to close, so that no later call meets a closed one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        get(`${service.url}/health/live`, { agent }, (reply) => {
          reply.resume();
          reply.once('end', () => resolve(reply));
        }).once('error', reject);
      });
    expect((await ask()).headers.connection).toBe('keep-alive');

    service.signal('SIGTERM');
    while ((await readiness()) === 200) await pause(5);

    expect((await ask()).headers.connection).toBe('close');
    agent.destroy();
  });

  it('a request that is being served is finished', async () => {
    await service.api.send('POST', '/api/v1/products', { id: 'held', displayName: 'Held' });
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from product where id = 'held' for update`);
    const waiting = service.api.send('PATCH', '/api/v1/products/held', { displayName: 'Let go' });
    while ((await holder.query('select from pg_locks where not granted')).rowCount === 0) await pause(10);

    service.signal('SIGTERM');
    while ((await readiness()) !== undefined) await pause(5);
    await holder.query('commit');
    await holder.end();

    expect(await waiting).toMatchObject({ status: 200 });
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  it('a second signal changes nothing', async () => {
    service.signal('SIGTERM');
    service.signal('SIGINT');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });
});
