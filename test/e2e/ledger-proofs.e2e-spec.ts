import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../support/admin-command';
import { Metrics } from '#libs/telemetry/metrics';
import { LedgerHeads } from '../../src/modules/entitlements/credits/ledger-heads.service';
import { LedgerProofs } from '../../src/modules/entitlements/credits/ledger-proofs.service';
import { NightlyProofs } from '../../src/modules/entitlements/credits/nightly-proofs.service';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { behindOurBack, truncated } from '../support/broken-ledgers';
import type { Json } from '../support/catalog';
import { expectPage } from '../support/client';
import { creditCustomer, giveCredits, proofOf, useCredits } from '../support/credits';
import type { TestEnvironment } from '../support/environments';
import { testPepper } from '../support/secrets';

// Domain: credits

interface Watch {
  uid: string;
  environment_id: string;
  due_at: Date;
  claimed_until: Date | null;
  proved_at: Date | null;
  rows: string;
  fault_seq: string | null;
}

interface ToldHeads {
  environmentId: string;
  heads: { wallet: string; seq: number; head: string }[];
}

/** Of the one wallet that an environment has, for resources of it. */
const copiesOf = `insert into credit_wallet
  select (jsonb_populate_record(w, jsonb_build_object('uid', gen_random_uuid(), 'resource_key', n::text))).*
    from credit_wallet w, generate_series(1, $2::int) n
   where w.environment_id = $1 and w.resource_key = ''`;

describe('ledgers that are proven by night', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let restore: () => Promise<void>;
  const others: OtherProcess[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    restore = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await restore();
    app.logLines.length = 0;
    place = app.a;
    await moved(place);
  });

  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
  });

  const beside = async (): Promise<OtherProcess> => {
    const other = await app.startBeside();
    others.push(other);
    return other;
  };
  const moved = async ({ api }: TestEnvironment): Promise<void> => {
    await creditCustomer(api);
    await giveCredits(api);
    for (let n = 0; n < 4; n++) await useCredits(api, 10);
  };
  const night = (): Promise<unknown> =>
    app.dataSource.query('update ledger_watch set due_at = $1', [app.clock.now()]);
  const proofs = (): NightlyProofs => app.nest.get(NightlyProofs);
  const watches = (): Promise<Watch[]> => app.dataSource.query('select * from ledger_watch order by uid');
  const logged = (message: string): Json[] =>
    app.logLines.map((line) => JSON.parse(line) as Json).filter(({ msg }) => msg === message);
  const metric = async (name: string): Promise<number> => {
    const text = await app.nest.get(Metrics).render();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const told = async (): Promise<ToldHeads[]> => {
    const before = logged('heads of ledgers of credits').length;
    await app.nest.get(LedgerHeads).tell();
    return logged('heads of ledgers of credits').slice(before) as unknown as ToldHeads[];
  };
  /** By `npm run admin -- ledgers compare`. @returns its exit code and what it says */
  const compared = async (log: string): Promise<[exit: number, said: string]> => {
    const folder = mkdtempSync(join(tmpdir(), 'ledger-proofs-'));
    const file = join(folder, 'log');
    writeFileSync(file, log);
    const variables = { DATABASE_URL: app.serviceUrl, API_KEY_PEPPER: testPepper };
    const { exit, out, told } = await runAdmin(['ledgers', 'compare', file], variables);
    rmSync(folder, { recursive: true });
    return [exit, out + told];
  };
  const activity = async (): Promise<Json[]> => {
    const { data } = await expectPage<Json>(place.api.rest('GET', '/activity?limit=100'));
    return data.filter(({ type }) => type === 'credit_ledger.broken');
  };

  it('D6, D7: proves every wallet of every environment once a night', async () => {
    await moved(app.b);
    const made = await watches();
    expect(made.map(({ due_at: at, proved_at: never }) => [at.toISOString().slice(10), never])).toEqual([
      ['T02:00:00.000Z', null],
      ['T02:00:00.000Z', null],
    ]);
    await proofs().goOn();
    expect((await watches()).map(({ proved_at: at }) => at)).toEqual([null, null]);
    await night();
    const [held, rows] = [
      await metric('ledgers_proven_total{outcome="holds"}'),
      await metric('ledger_rows_proven_total'),
    ];
    await proofs().goOn();
    const now = app.clock.now();
    const noted = { proved_at: now, rows: '5', fault_seq: null, claimed_until: null };
    expect(await watches()).toMatchObject([noted, noted]);
    expect((await watches())[0]?.due_at).toEqual(new Date('2026-03-05T02:00:00Z'));
    expect(await metric('ledgers_proven_total{outcome="holds"}')).toBe(held + 2);
    expect(await metric('ledger_rows_proven_total')).toBe(rows + 10);
  });

  it('D7: tells log, metric and activity of a ledger that does not hold, and the activity once', async () => {
    const change = `update credit_ledger_entry set amount = -9 where environment_id = $1 and seq = 3`;
    await behindOurBack(app, [change, [place.environmentId]]);
    for (let nights = 0; nights < 2; nights++) {
      await night();
      await proofs().goOn();
    }
    const [watch] = await watches();
    const fault = { seq: 3, reason: expect.stringContaining('digest') };
    expect(watch).toMatchObject({ rows: '2', fault_seq: '3' });
    const about = { level: 'error', environmentId: place.environmentId, walletUid: watch?.uid, ...fault };
    expect(logged('a ledger of credits does not hold')).toMatchObject([about, about]);
    expect(await activity()).toMatchObject([
      {
        entityType: 'CREDIT',
        entityId: watch?.uid,
        after: { customerId: 'c', currencyId: 'tokens', rows: 2, firstFault: fault },
      },
    ]);
    expect(await metric('ledgers_proven_total{outcome="broken"}')).toBeGreaterThanOrEqual(2);
  });

  it('D7: what a killed process had claimed is left to it for ten minutes, then to others', async () => {
    await night();
    const later = new Date(app.clock.now().getTime() + 600_000);
    await app.dataSource.query('update ledger_watch set claimed_until = $1', [later]);
    await proofs().goOn();
    expect((await watches()).map(({ proved_at: at }) => at)).toEqual([null]);
    app.clock.advance({ minutes: 10 });
    await proofs().goOn();
    expect((await watches()).map(({ proved_at: at }) => at)).toEqual([app.clock.now()]);
  });

  it('D7: processes share the ledgers of a night, and none is proven twice', async () => {
    for (let n = 0; n < 60; n++) {
      await creditCustomer(place.api, `c${n}`);
      await giveCredits(place.api, { customerId: `c${n}` });
    }
    await night();
    const other = await beside();
    const counted = async (): Promise<number[]> => {
      const own = await metric('ledgers_proven_total{outcome="holds"}');
      const text = await other.nest.get(Metrics).render();
      const line = /ledgers_proven_total\{outcome="holds"\} (\d+)/.exec(text);
      return [own, Number(line?.[1] ?? 0)];
    };
    const [before = 0] = await counted();
    await Promise.all([proofs().goOn(), other.nest.get(NightlyProofs).goOn()]);
    const [own = 0, others = 0] = await counted();
    expect(own - before + others).toBe(61);
    expect(Math.min(own - before, others)).toBeGreaterThan(0);
    expect((await watches()).every(({ proved_at: at }) => at !== null)).toBe(true);
  });

  it('D7: a process that ends leaves what it has claimed at once', async () => {
    const { nest } = await beside();
    const ending = nest.get(NightlyProofs);
    await night();
    jest.spyOn(nest.get(LedgerProofs), 'of').mockImplementation(async (_, between) => {
      ending.onModuleDestroy();
      await between?.();
      throw new Error('It goes on');
    });
    await ending.goOn();
    expect(await watches()).toMatchObject([{ proved_at: null, claimed_until: null }]);
    expect(logged('a ledger of credits could not be proven')).toEqual([]);
  });

  it('D7: tells the log the heads of those that have moved, each once', async () => {
    await moved(app.b);
    const first = await told();
    expect(first.map(({ environmentId }) => environmentId).sort()).toEqual(
      [app.a.environmentId, app.b.environmentId].sort(),
    );
    const { head } = await proofOf(place.api);
    const own = first.find(({ environmentId }) => environmentId === place.environmentId);
    expect(own?.heads).toEqual([{ wallet: expect.any(String), seq: 5, head }]);
    expect(await told()).toEqual([]);
    await useCredits(place.api, 1);
    expect(await told()).toMatchObject([{ environmentId: place.environmentId, heads: [{ seq: 6 }] }]);
  });

  it('D7: tells those of many wallets in lines of a hundred, none twice and none not', async () => {
    const copies = 4100;
    await app.dataSource.query(copiesOf, [place.environmentId, copies]);
    const lines = await told();
    const wallets = lines.flatMap(({ heads }) => heads.map(({ wallet }) => wallet));
    expect([wallets.length, new Set(wallets).size]).toEqual([copies + 1, copies + 1]);
    expect(Math.max(...lines.map(({ heads }) => heads.length))).toBe(100);
    expect(await told()).toEqual([]);
  });

  it('D7: a ledger whose end was cut off, with wallet and grants set back, is not what was told', async () => {
    await told();
    await truncated(app, place.environmentId, 3);
    const reason = 'the log was told of 5 entries, its ledger has 3';
    expect(await proofOf(place.api)).toMatchObject({ holds: false, rows: 3, firstFault: { seq: 3, reason } });
    await useCredits(place.api, 7);
    await useCredits(place.api, 7);
    await useCredits(place.api, 7);
    expect(await proofOf(place.api)).toMatchObject({
      ...{ holds: false, rows: 4 },
      firstFault: { seq: 5, reason: 'its digest is not the one that the log was told' },
    });
    expect(await told()).toEqual([]);
    const lost = 'ledgers of credits have lost the entries that the log was told of';
    expect(logged(lost)).toHaveLength(1);
    await proofs().goOn();
    expect(await watches()).toMatchObject([{ fault_seq: '5' }]);
  });

  it('D7: where what was noted of it is set back too, the lines of the log tell it apart all the same', async () => {
    const [line] = await told();
    await truncated(app, place.environmentId, 3);
    await behindOurBack(app, [`update ledger_watch set told_seq = 0, told_head = ''`, []]);
    expect(await proofOf(place.api)).toMatchObject({ holds: true, rows: 3 });
    const log = [...app.logLines, 'a line that is no JSON {"heads":', ''].join('\n');
    const { wallet } = line?.heads[0] ?? {};
    const [exit, said] = await compared(log);
    expect([exit, said]).toEqual([
      1,
      expect.stringContaining('1 of 1 heads are not in their ledgers any more'),
    ]);
    expect(said).toContain(`environment ${place.environmentId}, wallet ${wallet}, entry 5`);
    expect(await compared('')).toEqual([1, expect.stringContaining('tells no heads')]);
  });

  it('D7: compares what a log tells with ledgers that have gone on since', async () => {
    await told();
    await useCredits(place.api, 1);
    await told();
    expect(await compared(app.logLines.join('\n'))).toEqual([0, 'All 2 heads stand in their ledgers\n']);
  });
});
