import { searchKinds } from '../../src/modules/exchange/search/domain/search-kind';
import { columnReach, search } from '../../src/modules/exchange/search/search.statements';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer } from '../support/catalog';
import { expectOk } from '../support/client';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { readsOf, type Read } from '../support/plan-reads';

// Domain: access-and-events

describe('search among 100,000 customers', () => {
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp();
    place = await app.newEnvironment();
    await createCustomer(place.api, 'acorn', { name: 'Acorn', email: 'acorn@example.com' });
    const many = `insert into customer select (jsonb_populate_record(c, jsonb_build_object('uid', gen_random_uuid(),
        'id', 'customer-' || lpad(n::text, 6, '0'), 'name', 'Buyer ' || n, 'email', 'buyer-' || n || '@example.com'))).*
      from customer c, generate_series(1, 100000) n where c.environment_id = '${place.environmentId}'`;
    await execute(app.databaseUrl, many, 'analyze customer');
  });

  afterAll(() => app.close());

  const found = async (q: string, limit = 20): Promise<string[]> => {
    const query = new URLSearchParams({ q, limit: String(limit) });
    const hits = await expectOk<{ kind: string; id: string }[]>(place.api.rest('GET', `/search?${query}`));
    return hits.map(({ kind, id }) => `${kind} ${id}`);
  };

  async function readsFor(q: string): Promise<Read[]> {
    const { environmentId } = place;
    const asked = [environmentId, q, `${q}\uffff`, searchKinds, 20];
    return readsOf(app, environmentId, search, asked);
  }

  it('P3: each column is asked by an index of its own, and few entries of it are looked at', async () => {
    for (const [q, most] of [
      ['customer-', columnReach],
      ['customer-0999', 100],
      ['CUSTOMER-100000', 1],
      ['buyer 9999', 11],
      ['b', columnReach],
      ['zebra', 0],
    ] as const) {
      const reads = await readsFor(q);
      expect(reads).toHaveLength(21);
      for (const { index, rows, removed } of reads) {
        expect([q, index]).toEqual([q, expect.stringMatching(/^ix_[a-z_]+_search_[a-z_]+$/)]);
        expect([q, index, removed]).toEqual([q, index, 0]);
        expect(rows).toBeLessThanOrEqual(most);
      }
      expect(Math.max(...reads.map(({ rows }) => rows))).toBe(most);
    }
  });

  it('P3: what is rare is found among them', async () => {
    expect(await found('customer-100000')).toEqual(['CUSTOMER customer-100000']);
    expect(await found('ACORN@')).toEqual(['CUSTOMER acorn']);
    expect(await found('customer-', 2)).toEqual([
      ...['CUSTOMER customer-000001', 'CUSTOMER customer-000002'],
    ]);
  });

  it('P3: what is live comes before what is archived, also where more is archived than is told', async () => {
    const archived = `update customer set archived_at = now() where environment_id = '${place.environmentId}' and id < 'customer-000101'`;
    await execute(app.databaseUrl, archived);
    expect(await found('customer-', 2)).toEqual(['CUSTOMER customer-000101', 'CUSTOMER customer-000102']);
    const near = await found('customer-00010');
    expect([near.length, near[0], near.at(-1)]).toEqual([
      ...[10, 'CUSTOMER customer-000101', 'CUSTOMER customer-000100'],
    ]);
  });
});
