import {
  failingPayments,
  walletsInOverdraft,
} from '../../src/modules/exchange/attention/attention.statements';
import { createTestApp, type TestApp } from '../support/app';
import { attentionOf } from '../support/attention';
import { expectOk } from '../support/client';
import { creditCustomer, useCredits } from '../support/credits';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { collectedPlace, owe } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';
import { readsOf, type Read } from '../support/plan-reads';

// Domain: access-and-events

const limit = 10;
const many = 20_000;

describe(`what needs attention among ${many} failures and ${many} overdrafts`, () => {
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp();
    place = await collectedPlace(app);
    await creditCustomer(place.api);
    await useCredits(place.api, 5);
    await payBy(place.api, 'declines');
    await expectOk(place.api.rest('POST', chargePath(await owe(app, place))));
    // Each a second older than the one before, but for charges by hand of the newest, of which there are many.
    const copies = (table: string, row: string, condition = 'true', count = many): string =>
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${row}))).*
         from ${table} t, generate_series(1, ${count}) n where t.environment_id = '${place.environmentId}' and ${condition} order by n`;
    const uid = (start: string): string => `('${start}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
    const one = (table: string): string => `t.uid = (select o.uid from ${table} o
        where o.environment_id = '${place.environmentId}' order by o.uid desc limit 1)`;
    const byHand = `'uid', gen_random_uuid()`;
    // What is referred to first: a reference is looked up by what PostgreSQL knows of the table.
    await execute(
      app.databaseUrl,
      copies('payment', byHand, 'true', 500),
      copies('invoice', `'uid', ${uid('00000001')}, 'number', 'N-' || n, 'sequence', n`, one('invoice')),
      copies(
        'credit_wallet',
        `'uid', ${uid('00000003')}, 'resource_key', 'site-' || n, 'resource_id', 'site-' || n`,
      ),
      'analyze invoice, credit_wallet',
    );
    await execute(
      app.databaseUrl,
      copies(
        'payment',
        `'uid', ${uid('00000002')}, 'invoice_uid', ${uid('00000001')}, 'settled_at', t.settled_at - n * interval '1 second',
         'attempt', 1, 'first_failed_at', t.settled_at, 'due_at', '2099-01-01'`,
        one('payment'),
      ),
      copies(
        'credit_grant',
        `'uid', ${uid('00000004')}, 'id', 'owed-' || n, 'wallet_uid', ${uid('00000003')}, 'effective_at', t.effective_at - n * interval '1 second'`,
      ),
      'analyze payment, credit_grant, attention',
    );
  });

  afterAll(() => app.close());

  const readsFor = (text: string, ...more: unknown[]): Promise<Read[]> =>
    readsOf(app, place.environmentId, text, [place.environmentId, limit + 1, ...more], /^[aipwo](_\d+)?$/);

  it('P5: the newest of them are told', async () => {
    const { payments, wallets } = await attentionOf(place.api, limit);
    expect([payments?.items.length, payments?.hasMore]).toEqual([limit, true]);
    expect([wallets?.items.length, wallets?.hasMore]).toEqual([limit, true]);
    expect(wallets?.items.map(({ resourceId }) => resourceId)).toEqual([
      null,
      ...Array.from({ length: limit - 1 }, (_, at) => `site-${at + 1}`),
    ]);
    expect(payments?.items.slice(1).map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      Array.from({ length: limit - 1 }, (_, at) => `N-${at + 1}`),
    );
  });

  it.each([
    ['payments', failingPayments, [], ['attention', 'invoice', 'payment', 'payment', 'payment']],
    ['wallets', walletsInOverdraft, [new Date()], ['attention', 'credit_wallet']],
  ])('P5: of %s no more is read than is told, by indices alone', async (_, text, more, tables) => {
    const reads = await readsFor(text, ...more);
    expect(reads.map(({ table }) => table).sort()).toEqual(tables);
    for (const { table, index, rows, removed } of reads) {
      expect([table, index]).toEqual([table, expect.stringMatching(/^(pk|ix|uq)_/)]);
      expect([table, rows <= limit + 1, removed]).toEqual([table, true, 0]);
    }
  });
});
