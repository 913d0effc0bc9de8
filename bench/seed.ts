import type { Client } from 'pg';
import { digestKeySecret, lastFour, newKeySecret } from '#libs/credentials/key-secret';
import { newUid } from '#libs/kernel/ids';
import { apiOf } from './api';
import { credits } from './cases/credit-cases';
import { sellRatedPlan } from './rated-plan';
import { withClient } from './database';
import { sellPaidPlan } from './paid-plan';
import { copies, seededUid } from './seed.statements';
import type { Customers } from './settings';

/** One environment that is full of customers with a plan each. */
export interface SeededEnvironment {
  key: string;
  customers: number;
}

export interface SeedTarget {
  /** Of the service. */
  url: string;
  databaseUrl: string;
  pepper: string;
  /** Full access key of the first environment. */
  firstKey: string;
}

/** Customers made through the API; all others are copies of the first of them. */
export const throughApi = 10;

/** The first environment with `large` customers, a second one with `small`, a third one whose customers are fed by events. */
export async function seed(
  target: SeedTarget,
  { large, small, metered }: Customers,
): Promise<Record<keyof Customers, SeededEnvironment>> {
  return withClient(target.databaseUrl, async (client) => {
    // Not as a stranger: beside one, checks ask for its changes for a minute. ADR-0054
    await client.query(`set engine.member = 'on'`);
    await client.query(seededUid);
    const { rows } = await client.query<{ uid: string }>('select uid from environment');
    const first = { uid: rows[0]?.uid as string, key: target.firstKey, customers: large };
    const second = { ...(await addEnvironment(client, target.pepper, 'small')), customers: small };
    const third = { ...(await addEnvironment(client, target.pepper, 'metered')), customers: metered };
    for (const environment of [first, second, third]) {
      await sellThroughApi(target.url, environment.key, environment === third ? meters : []);
      await multiply(client, environment.uid, environment.customers);
    }
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    return { large: first, small: second, metered: third };
  });
}

/** Another environment of the same account, with nothing in it. @returns its full access key */
export const openEnvironment = ({ databaseUrl, pepper }: SeedTarget, name: string): Promise<string> =>
  withClient(databaseUrl, async (client) => (await addEnvironment(client, pepper, name)).key);

/** As an operator would, past the doors: no operation of the API makes environments. */
async function addEnvironment(
  client: Client,
  pepper: string,
  name: string,
): Promise<{ uid: string; key: string }> {
  const uid = newUid();
  const key = newKeySecret('server-');
  await client.query(
    `insert into environment (uid, account_uid, name, created_at)
     select $1, account_uid, $2, created_at from environment limit 1`,
    [uid, name],
  );
  await client.query(
    `insert into api_key select made.* from api_key t, jsonb_populate_record(t, jsonb_build_object(
       'environment_id', $1::uuid, 'digest', $2::text, 'last_four', $3::text)) made
      where t.uid = (select uid from api_key where kind = 'FULL_ACCESS' limit 1) and t.environment_id <> $1
      limit 1`,
    [uid, digestKeySecret(key, pepper).toString('base64url'), lastFour(key)],
  );
  return { uid, key };
}

interface FedByEvents {
  id: string;
  meter: object;
}

/** Of all events of one name. */
const meterOf = (name: string, field: string, eventName: string) => ({
  aggregation: { function: name, field },
  filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: eventName }] }],
});

const meters: readonly FedByEvents[] = [
  { id: 'tokens', meter: meterOf('SUM', 'tokens', 'call') },
  { id: 'users', meter: meterOf('UNIQUE', 'user', 'visit') },
];

/** A catalog, and customers who have subscribed and used something, as a vendor would make them. */
async function sellThroughApi(url: string, key: string, events: readonly FedByEvents[]): Promise<void> {
  const ask = apiOf(url, key);
  const post = (path: string, body: object) => ask('POST', path, body);
  await post('/credits/custom-currencies', { id: credits, displayName: 'Credits' });
  await post('/products', { id: 'bench', displayName: 'Bench' });
  await post('/features', { id: 'sso', displayName: 'Single sign-on', featureType: 'BOOLEAN' });
  const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
  await post('/features', { id: 'api-calls', displayName: 'API calls', ...metered });
  for (const { id, meter } of events) await post('/features', { id, displayName: id, ...metered, meter });
  await post('/plans', { id: 'pro', displayName: 'Pro', productId: 'bench', pricingType: 'FREE' });
  const monthly = {
    resetPeriod: 'MONTH',
    monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
  };
  await post('/plans/pro/entitlements', {
    entitlements: [
      { type: 'FEATURE', id: 'sso' },
      { type: 'FEATURE', id: 'api-calls', usageLimit: 1_000_000_000, ...monthly },
      ...events.map(({ id }) => ({ type: 'FEATURE', id, usageLimit: 1_000_000_000, ...monthly })),
    ],
  });
  await post('/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' });
  await sellPaidPlan(url, key, 'bench');
  await sellRatedPlan(url, key, 'bench', credits);
  for (let n = 1; n <= throughApi; n++) {
    const id = `customer-${n}`;
    await post('/customers', { id, name: `Customer ${n}`, email: `${id}@example.com` });
    await post('/subscriptions', { customerId: id, planId: 'pro' });
    const given = { displayName: 'Bench', grantType: 'PROMOTIONAL', amount: 1_000_000_000 };
    await post('/credits/grants', { customerId: id, currencyId: credits, ...given });
    await post('/usage', { usages: [{ customerId: id, featureId: 'api-calls', value: 1 }] });
  }
}

/** Customers up to `count`, each with the subscription, the snapshot and the counter of the first one. */
async function multiply(client: Client, environmentUid: string, count: number): Promise<void> {
  for (const text of copies) await client.query(text, [environmentUid, throughApi + 1, count]);
}
