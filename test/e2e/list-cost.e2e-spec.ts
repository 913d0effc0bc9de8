import { Database } from '#libs/persistence/database';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer } from '../support/catalog';
import { expectOk } from '../support/client';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { readsOf, type Read } from '../support/plan-reads';

// Domain: access-and-events

const limit = 20;

describe('pages of 50,000 customers', () => {
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp();
    place = await app.newEnvironment();
    await createCustomer(place.api, 'acorn');
    // In the order in which they are made, as a vendor's customers are.
    const many = `insert into customer select (jsonb_populate_record(c, jsonb_build_object('id', 'customer-' || n,
        'uid', overlay(c.uid::text placing lpad(to_hex(n), 12, '0') from 25)))).*
      from customer c, generate_series(1, 50000) n where c.environment_id = '${place.environmentId}' order by n`;
    await execute(app.databaseUrl, many, 'analyze customer');
  });

  afterAll(() => app.close());

  /** Of the statement that a page is made of. */
  async function readsOfPage(query: string): Promise<{ ids: string[]; reads: Read[] }> {
    const spy = jest.spyOn(app.nest.get(Database), 'query');
    const path = `/customers?limit=${limit}&${query}`;
    const page = await expectOk<{ id: string }[]>(place.api.rest('GET', path));
    const [text, values] = spy.mock.calls.find(([asked]) => asked.includes('from customer t')) ?? [];
    spy.mockRestore();
    if (text === undefined || values === undefined) throw new Error('The list asks about no customers');
    const reads = await readsOf(app, place.environmentId, text, values);
    return { ids: page.map(({ id }) => id), reads };
  }

  it.each([
    ['starting_after=customer-49990', 'customer-49989'],
    ['starting_after=customer-30000', 'customer-29999'],
    ['starting_after=customer-21', 'customer-20'],
    ['ending_before=customer-49000', 'customer-49020'],
    ['ending_before=customer-1000', 'customer-1020'],
  ])('L2: the page of ?%s costs no more than the first', async (query, first) => {
    const { ids, reads } = await readsOfPage(query);
    expect([ids.length, ids[0]]).toEqual([limit, first]);
    expect(reads.length).toBeGreaterThan(1);
    for (const { index, rows, removed } of reads) {
      expect(index).toEqual(expect.stringMatching(/^(pk|uq)_customer/));
      expect([rows <= limit + 1, removed]).toEqual([true, 0]);
    }
  });
});
