import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreditRush, fillWallets, walletsOf, Witness } from '../support/credits-under-kills';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { EmbeddedDatabase, Kills, type Blow } from '../support/kills';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: credits

jest.setTimeout(3_600_000);

const random = seededRandom('credits-crash.spec');
const consumptions = scaled(20_000, 300);
const spreads = [1, scaled(100, 10), scaled(10_000, 100)];
const outcomes = (rush: CreditRush): string[] => [...rush.tally.keys()].map(String).sort();

describe('the service is killed while credits are taken', () => {
  const writing: Place = { table: 'credit_ledger_entry', on: 'insert', at: 'write' };
  const storing: Place = { table: 'credit_consumption', on: 'insert', at: 'write' };
  const committing: Place = { table: 'credit_consumption', on: 'insert', at: 'commit' };
  const blows: Blow[] = [committing, writing, 'at random', storing, committing];
  const kills = Array.from({ length: scaled(15, 2) }, (_, n) => blows[n % blows.length] as Blow);
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, storing, committing]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  it.each(spreads)(
    `D6, D7, N6, N7: of ${consumptions} consumptions by 16 clients over ${kills.length} kills none is lost and none taken twice, from %d wallets`,
    async (count) => {
      const wallets = walletsOf(count, `of-${count}`);
      await fillWallets(service.api, wallets);
      const rush = new CreditRush(wallets, consumptions, random);
      const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
      const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
      const killing = new Kills(service, gate, again, writing, random);
      const strikeAll = await killing.strike(kills, Math.floor((consumptions * 0.8) / kills.length));
      const witness = new Witness(database.url);
      await Promise.all([rush.send(() => killing.service.api, witness.see), strikeAll()]);
      await witness.leave();
      service = killing.service;
      expect(witness.unseen).toEqual([]);

      await rush.expectExactlyOnce(database.url, service.api);
      // Clients see broken connections, never a fault.
      expect(outcomes(rush).filter((outcome) => outcome !== '503')).toEqual(['201', 'none']);
      await rush.expectFalsified(database.url, service.api);
    },
  );
});

describe('the embedded database is killed while credits are taken', () => {
  const kills = scaled(15, 2);
  let home: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'credits-crash-'));
    chmodSync(home, 0o711);
    service = await ServiceProcess.start({ DATA_DIR: home, SHUTDOWN_GRACE_MS: '60000' });
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(home, { recursive: true });
  });

  it(`D6, D7, N6, N7: of ${consumptions} consumptions over ${kills} SIGKILLs of the postmaster none is lost or taken twice`, async () => {
    const embedded = new EmbeddedDatabase(home);
    const all = spreads.map((count) => walletsOf(count, `of-${count}`));
    await fillWallets(service.api, all.flat());
    // As many from the one wallet as from all of a spread.
    const rushes = all.map(
      (wallets) => new CreditRush(wallets, Math.ceil(consumptions / all.length), random),
    );
    const done = (): number => rushes.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    /** After how many acknowledgements. */
    const marks = Array.from({ length: kills }, (_, n) => (consumptions * (n + 0.5)) / (kills + 2));
    let striking: Promise<void> | undefined;
    const strike = async (): Promise<void> => {
      await pause(random.whole(0, 20));
      await embedded.kill();
    };
    const acknowledged = (): void => {
      if (striking || marks[0] === undefined || done() < marks[0]) return;
      marks.shift();
      striking = strike().finally(() => (striking = undefined));
    };
    await Promise.all(rushes.map((rush) => rush.send(() => service.api, acknowledged)));
    await striking;

    expect(marks).toEqual([]);
    for (const rush of rushes) await rush.expectExactlyOnce(embedded.url, service.api);
    expect(service.faults).toEqual([]);
    expect(new Set(rushes.flatMap(outcomes))).toEqual(new Set(['201', '503']));
  });
});
