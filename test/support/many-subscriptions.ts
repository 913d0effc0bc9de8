import { Client } from 'pg';
import { copies, seededUid } from '../../bench/seed.statements';
import { createCustomer, createFeature, createProduct, publishPlan, subscribe } from './catalog';
import type { ApiClient } from './client';
import { calls } from './publishing';

/**
 * The plan `pro` with 100 calls a month, and this many customers who have subscribed to it: `customer-1` and on.
 * @param environmentId needed where the database has several
 */
export async function sellToMany(
  api: ApiClient,
  databaseUrl: string,
  count: number,
  environmentId?: string,
): Promise<void> {
  await createProduct(api, 'main');
  await createFeature(api, 'calls', 'metered');
  await publishPlan(api, { id: 'pro', productId: 'main', entitlements: [calls(100)] });
  await createCustomer(api, 'customer-1');
  await subscribe(api, 'customer-1', 'pro');
  await multiplyFirstCustomer(databaseUrl, count, environmentId);
}

/**
 * Up to so many customers that have and use what `customer-1` does, but for their names.
 * @param environmentId needed where the database has several
 */
export async function multiplyFirstCustomer(
  databaseUrl: string,
  count: number,
  environmentId?: string,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(seededUid);
    const { rows } = await client.query<{ uid: string }>('select uid from environment');
    for (const text of copies) await client.query(text, [environmentId ?? rows[0]?.uid, 2, count]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
