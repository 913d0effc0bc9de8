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
  await copyFirstCustomer(databaseUrl, copies, { from: 2, to: count }, environmentId);
}

/** By the numbers in their names. */
export interface CopiedCustomers {
  from: number;
  to: number;
}

/** The same by statements of the caller's, which copy rows for customers $2 to $3 of environment $1. */
export async function copyFirstCustomer(
  databaseUrl: string,
  statements: readonly string[],
  { from, to }: CopiedCustomers,
  environmentId?: string,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(seededUid);
    const { rows } = await client.query<{ uid: string }>('select uid from environment');
    for (const text of statements) await client.query(text, [environmentId ?? rows[0]?.uid, from, to]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
