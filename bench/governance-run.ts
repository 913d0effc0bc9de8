import type { Client } from 'pg';
import { apiOf } from './api';
import { usually, type BenchCase } from './cases/bench-case';
import { check } from './cases/read-cases';
import { withClient } from './database';
import { whole } from './figures';
import type { Outcome } from './load/measure';
import { openEnvironment } from './seed';
import { isWanted } from './settings';
import { outcomeOf } from './stages';
import { seedTargetOf, type Stand } from './stand';

const budgets = 100_000;
const environmentName = 'governance';
const customerId = 'acorn';
const featureId = 'calls';
const plainTitle = 'check, metered, of one customer';
const chainTitle = 'check within three budgets of entities';
const treeTitle = `tree of ${whole(budgets)} budgets, page 1`;
const titles = [plainTitle, chainTitle, treeTitle];
const agents = 100;
/** A page costs some twenty checks. */
const warmUp = 500;

// Copies of an agent with its budget, each used to another degree.
const entitiesOf = `insert into governed_entity
  select (jsonb_populate_record(null::governed_entity, to_jsonb(e) || jsonb_build_object('uid', gen_random_uuid(), 'id', 'copy-' || n))).*
    from governed_entity e cross join generate_series(1, $1::int) n where e.id = 'agent-1'`;
const budgetsOf = `insert into usage_assignment
  select (jsonb_populate_record(null::usage_assignment, to_jsonb(a) || jsonb_build_object('uid', gen_random_uuid(), 'entity_uid', e.uid,
            'entity_id', e.id, 'used', u.used, 'utilization', u.used / 1000000.0,
            'window_start', a.created_at, 'window_end', a.created_at + interval '28 days'))).*
    from usage_assignment a join governed_entity e on e.id like 'copy-%'
    cross join lateral (select (random() * 1000000)::int as used where e.uid is not null) u where a.entity_id = 'agent-1'`;

/** What budgets of entities cost who checks within them, and who looks at all of them. */
export async function runGovernance(stand: Stand): Promise<Outcome[]> {
  if (!titles.some(isWanted)) return [];
  const key = await openEnvironment(seedTargetOf(stand), environmentName);
  await govern(stand.service.url, key);
  const house = `/api/v1-beta/customers/${customerId}`;
  const chains = Array.from(
    { length: agents },
    (_, n) => `${house}/entitlements/check?featureId=${featureId}&dimensions[agent]=agent-${n}`,
  );
  const asked: BenchCase[] = [
    { ...usually, key, title: plainTitle, requests: [check(customerId, featureId)] },
    {
      ...usually,
      ...{ key, title: chainTitle, requests: chains.map((path) => ({ method: 'GET' as const, path })) },
      ...{ bar: 'cost ≤ 2 × the row above', against: plainTitle },
    },
    {
      ...usually,
      ...{
        key,
        warmUp,
        title: treeTitle,
        requests: [{ method: 'GET' as const, path: `${house}/governance` }],
      },
      bar: 'p99 ≤ 100 ms of one connection',
      connections: 1,
    },
  ];
  const outcomes: Outcome[] = [];
  for (const each of asked) {
    if (each.title === treeTitle) {
      await withClient(stand.database.url, multiply);
      stand.say(`seeded ${whole(budgets)} budgets of one customer`);
    }
    if (isWanted(each.title) || (each.title === plainTitle && isWanted(chainTitle)))
      outcomes.push(await outcomeOf(stand, stand.service, each));
  }
  return outcomes;
}

async function govern(url: string, key: string): Promise<void> {
  const ask = apiOf(url, key);
  const named = { displayName: 'Bench' };
  await ask('POST', '/products', { ...named, id: 'product' });
  await ask('POST', '/features', {
    ...named,
    id: featureId,
    featureType: 'NUMBER',
    meterType: 'INCREMENTAL',
  });
  await ask('POST', '/plans', { ...named, id: 'plan', productId: 'product', pricingType: 'FREE' });
  const granted = { type: 'FEATURE', id: featureId, usageLimit: 1_000_000_000, resetPeriod: 'MONTH' };
  await ask('POST', '/plans/plan/entitlements', { entitlements: [granted] });
  await ask('POST', '/plans/plan/publish', { migrationType: 'NEW_CUSTOMERS' });
  await ask('POST', '/customers', { id: customerId });
  await ask('POST', '/subscriptions', { customerId, planId: 'plan' });
  const types = ['department', 'team', 'agent'].map((id) => ({ ...named, id, attributionKeys: [id] }));
  await ask('PUT', '/api/v1-beta/entity-types', { types });
  const house = `/api/v1-beta/customers/${customerId}`;
  const above = ['department', 'team'].map((id) => ({ id, entityTypeId: id }));
  await ask('PUT', `${house}/entities`, { entities: above });
  const ids = Array.from({ length: agents }, (_, n) => `agent-${n}`);
  await ask('PUT', `${house}/entities`, { entities: ids.map((id) => ({ id, entityTypeId: 'agent' })) });
  const budget = { featureId, usageLimit: 1_000_000, cadence: 'P1M' };
  const tops = [
    { ...budget, entityId: 'department' },
    { ...budget, entityId: 'team', parentId: 'department' },
  ];
  await ask('PUT', `${house}/assignments`, { assignments: tops });
  const assignments = ids.map((entityId) => ({ ...budget, entityId, parentId: 'team' }));
  await ask('PUT', `${house}/assignments`, { assignments });
}

async function multiply(client: Client): Promise<void> {
  await client.query(entitiesOf, [budgets]);
  await client.query(budgetsOf);
  await client.query('vacuum (analyze) governed_entity, usage_assignment');
}
