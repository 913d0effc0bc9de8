import { createTestDatabase, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { Kills, type Blow } from '../support/kills';
import { RatedRush, ratedCustomers } from '../support/rated-under-kills';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: credits

jest.setTimeout(3_600_000);

const random = seededRandom('rated-usage-crash.spec');
const requests = scaled(8_000, 250);
const customers = Array.from({ length: scaled(200, 12) }, (_, n) => `rated-${n}`);

describe('the service is killed while usage is paid in credits', () => {
  const writing: Place = { table: 'credit_ledger_entry', on: 'insert', at: 'write' };
  const committing: Place = { table: 'credit_ledger_entry', on: 'insert', at: 'commit' };
  const counting: Place = { table: 'usage_measurement', on: 'insert', at: 'write' };
  const blows: Blow[] = [committing, writing, 'at random', counting, committing];
  const kills = Array.from({ length: scaled(15, 3) }, (_, n) => blows[n % blows.length] as Blow);
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, committing, counting]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  it(`N6, N7, N10: of ${requests} reports and events over ${kills.length} kills none is lost, counted twice or paid twice`, async () => {
    await ratedCustomers(service.api, customers);
    const rush = new RatedRush(customers, requests, random);
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
    const killing = new Kills(service, gate, again, writing, random);
    const strikeAll = await killing.strike(kills, Math.floor(requests / kills.length / 2));
    await Promise.all([rush.send(() => killing.service.api), strikeAll()]);
    service = killing.service;
    await rush.expectExactlyOnce(database.url, service.api);
    // Clients see broken connections, never a fault.
    const outcomes = [...rush.tally.keys()].map(String).filter((outcome) => outcome !== '503');
    expect(outcomes.sort()).toEqual(['201', 'none']);
  });
});
