import { createTestApp, type TestApp } from '../support/app';
import { createCustomer } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { creditCustomer, giveCredits } from '../support/credits';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { readsOf, statementsOf, type Read } from '../support/plan-reads';

// Domain: access-and-events

const limit = 20;

describe('what a page of a long list costs', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });

  afterAll(() => app.close());

  /** Of the statement that a page is made of, and the page. */
  async function pageOf<T>(
    { api, environmentId }: { api: ApiClient; environmentId: string },
    table: string,
    path: string,
  ): Promise<{ page: T[]; reads: Read[] }> {
    let page: T[] = [];
    const statements = await statementsOf(app, async () => {
      page = await expectOk<T[]>(api.rest('GET', path));
    });
    const isIts = new RegExp(`from ${table} t\\s+where .*limit [$]2`, 's');
    const asked = statements.find(({ text }) => isIts.test(text));
    if (!asked) throw new Error(`The list asks about no ${table}`);
    return { page, reads: await readsOf(app, environmentId, asked.text, asked.values) };
  }

  const shouldReadAPage = (reads: readonly Read[]): void => {
    for (const { index, rows, removed } of reads) {
      expect(index).toEqual(expect.stringMatching(/^(pk|uq)_/));
      // One more tells whether others follow; one that stands at the position may be looked at.
      expect([rows <= limit + 2, removed <= 1]).toEqual([true, true]);
    }
  };

  describe('of 50,000 customers', () => {
    let place: TestEnvironment;

    beforeAll(async () => {
      place = await app.newEnvironment();
      await createCustomer(place.api, 'acorn');
      // In the order in which they are made, as a vendor's customers are.
      const many = `insert into customer select (jsonb_populate_record(c, jsonb_build_object('id', 'customer-' || n,
          'uid', overlay(c.uid::text placing lpad(to_hex(n), 12, '0') from 25)))).*
        from customer c, generate_series(1, 50000) n where c.environment_id = '${place.environmentId}' order by n`;
      await execute(app.databaseUrl, many, 'analyze customer');
    });

    it.each([
      ['starting_after=customer-49990', 'customer-49989'],
      ['starting_after=customer-30000', 'customer-29999'],
      ['starting_after=customer-21', 'customer-20'],
      ['ending_before=customer-49000', 'customer-49020'],
      ['ending_before=customer-1000', 'customer-1020'],
    ])('L2: the page of ?%s costs no more than the first', async (query, first) => {
      const path = `/customers?limit=${limit}&${query}`;
      const { page, reads } = await pageOf<{ id: string }>(place, 'customer', path);
      expect([page.length, page[0]?.id]).toEqual([limit, first]);
      expect(reads.length).toBeGreaterThan(1);
      shouldReadAPage(reads);
    });
  });

  describe('of a ledger of 30,000 rows among 3,000 small ones', () => {
    let place: TestEnvironment;
    const path = `/credits/ledger?customerId=c&currencyId=tokens&limit=${limit}`;

    beforeAll(async () => {
      place = await app.newEnvironment();
      await creditCustomer(place.api);
      await giveCredits(place.api);
      const copy = (more: string, numbers: string): string =>
        `insert into credit_ledger_entry select (jsonb_populate_record(e, jsonb_build_object('uid', gen_random_uuid(), ${more}))).*
           from credit_ledger_entry e, ${numbers} where e.environment_id = '${place.environmentId}' and e.seq = 1 and e.wallet_uid in (select uid from credit_wallet)`;
      const others = `(select gen_random_uuid() as wallet, gen_random_uuid() as customer, n from generate_series(1, 3000) n) o`;
      await execute(
        app.databaseUrl,
        copy(`'seq', e.seq + n`, 'generate_series(1, 30000) n'),
        copy(`'wallet_uid', o.wallet, 'customer_uid', o.customer`, others),
        'analyze credit_ledger_entry',
      );
    });

    it('credits D5: the first page costs a page', async () => {
      const { page, reads } = await pageOf<{ id: string }>(place, 'credit_ledger_entry', path);
      expect(page).toHaveLength(limit);
      shouldReadAPage(reads);
    });

    it('credits D5: so does a later one', async () => {
      const [newest] = await expectOk<{ id: string }[]>(place.api.rest('GET', path));
      const { reads } = await pageOf(place, 'credit_ledger_entry', `${path}&after=${String(newest?.id)}`);
      expect(reads.length).toBeGreaterThan(1);
      shouldReadAPage(reads);
    });
  });
});
