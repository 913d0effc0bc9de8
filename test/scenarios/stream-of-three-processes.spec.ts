import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { expectOk, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';
import { Fleet } from '../support/fleet';
import { meteredFeature, sellMetered } from '../support/metered-customers';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import type { ServiceProcess } from '../support/service-process';
import { StreamClient, type Told } from '../support/stream-client';

// Domain: entitlements-usage

jest.setTimeout(1_800_000);

const kills = scaled(500, 12);
const customers = Array.from({ length: 8 }, (_, n) => `customer-${n}`);
const watched = customers.slice(0, 5);
const random = seededRandom('stream-of-three-processes.spec');

interface Message {
  customerId: string;
  version?: number;
  usageVersion?: number;
  accessDeniedReason?: string | null;
  entitlements?: { currentUsage?: number; feature: { id: string } }[];
  currentUsage?: number;
}

interface Held {
  version: number;
  reason: string | null;
  used: number | undefined;
}

/** What a sidecar holds of each customer, by what it is told alone. */
class Sidecar {
  readonly held = new Map<string, Held>();
  /** What must never happen. */
  readonly faults: string[] = [];
  resyncs = 0;
  /** By customer, of the connection that is open. */
  private heard = new Map<string, number>();

  /** A new connection, which may repeat what the one before has told. */
  begin(): void {
    this.heard = new Map();
  }

  hear({ event, data }: Told): void {
    if (event === 'resync') this.resyncs++;
    const message = data as unknown as Message;
    const before = this.held.get(message.customerId) ?? { version: 0, reason: null, used: undefined };
    const version = message.version ?? message.usageVersion ?? 0;
    if (event !== 'resync' && !watched.includes(message.customerId))
      this.faults.push(`${message.customerId} was not asked about`);
    if (version < (this.heard.get(message.customerId) ?? 0))
      this.faults.push(`${message.customerId} was told of ${version} after a later one`);
    this.heard.set(message.customerId, version);
    if (version <= before.version) return;
    if (event === 'entitlements.updated') {
      const { accessDeniedReason = null, entitlements = [] } = message;
      this.held.set(message.customerId, {
        ...{ version, reason: accessDeniedReason },
        used: entitlements.find(({ feature }) => feature.id === meteredFeature)?.currentUsage,
      });
    }
    if (event === 'usage.updated')
      this.held.set(message.customerId, { ...before, version, used: message.currentUsage });
  }
}

describe('a caller of the stream that is killed and comes back to another process each time', () => {
  let database: TestDatabase;
  const fleet = new Fleet();
  const reported = new Map<string, number>();

  beforeAll(async () => {
    database = await createTestDatabase();
    const [one] = (await fleet.join(3, { DATABASE_URL: database.serviceUrl })) as [ServiceProcess];
    await sellMetered(one.api, customers);
  });
  afterAll(async () => {
    await fleet.kill();
    await database?.drop();
  });

  const stateOf = async (api: ApiClient, id: string): Promise<Omit<Held, 'version'>> => {
    const { accessDeniedReason: reason, entitlements } = await expectOk<{
      accessDeniedReason: string | null;
      entitlements: { currentUsage?: number; feature: { id: string } }[];
    }>(api.rest('GET', `/customers/${id}/entitlements`));
    const used = entitlements.find(({ feature }) => feature.id === meteredFeature)?.currentUsage;
    return { reason, used };
  };

  async function write(api: ApiClient): Promise<void> {
    const customerId = random.pick(customers);
    if (random.whole(0, 9) === 0) {
      // Each may be refused: somebody else has done so.
      await api.rest('POST', `/customers/${customerId}/${random.pick(['archive', 'unarchive'])}`);
      // Archiving has ended the subscription.
      await api.rest('POST', '/subscriptions', { customerId, planId: 'plan' });
      return;
    }
    const usages = [{ customerId, featureId: meteredFeature, value: 1 }];
    const { status } = await api.rest('POST', '/usage', { usages });
    if (status === 201) reported.set(customerId, (reported.get(customerId) ?? 0) + 1);
  }

  it('C4, C5: it sees what changes for its customers in order, and ends equal to the service', async () => {
    const [first] = fleet.services as [ServiceProcess];
    const sidecar = new Sidecar();
    let lastId: string | undefined;
    const query = `?customerId=${watched.join(',')}`;
    const open = async (): Promise<StreamClient> => {
      const { url } = random.pick(fleet.services);
      sidecar.begin();
      const client = new StreamClient(url, first.serverKey, (message) => sidecar.hear(message));
      return client.open(query, lastId);
    };
    let client = await open();
    for (const id of watched) sidecar.held.set(id, { version: 0, ...(await stateOf(first.api, id)) });
    let isWriting = true;
    const writer = async (): Promise<void> => {
      while (isWriting) {
        await write(random.pick(fleet.apis));
        await pause(random.whole(0, 20));
      }
    };
    const writers = [writer(), writer(), writer(), writer()];
    for (let n = 0; n < kills; n++) {
      await pause(random.whole(20, 120));
      lastId = client.lastId;
      client.kill();
      await pause(random.whole(0, 60));
      client = await open();
    }
    isWriting = false;
    await Promise.all(writers);
    await eventually(async () => {
      for (const id of watched) {
        const { reason, used } = sidecar.held.get(id) as Held;
        expect({ id, reason, used }).toEqual({ id, ...(await stateOf(random.pick(fleet.apis), id)) });
      }
    });
    expect(sidecar.faults).toEqual([]);
    expect(sidecar.resyncs).toBe(0);
    expect(sidecar.held.size).toBe(watched.length);
    expect([...reported.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(kills / 2);
    client.kill();
  });

  it('C3: a process that ends on a signal ends its streams, and keeps none of them waiting', async () => {
    const [joined] = (await fleet.join(1, { DATABASE_URL: database.serviceUrl })) as [ServiceProcess];
    const [first] = fleet.services as [ServiceProcess];
    const client = await new StreamClient(joined.url, first.serverKey).open();
    const exit = await joined.stop();
    expect(exit.code).toBe(0);
    expect(joined.output).not.toContain('lost their answers');
    await eventually(async () => expect(client.hasEnded).toBe(true));
    const id = client.lastId as string;
    const after = await new StreamClient(first.url, first.serverKey).open('', id);
    expect(after.of('resync')).toEqual([]);
    after.kill();
  });
});
