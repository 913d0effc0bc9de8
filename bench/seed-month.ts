import { setTimeout as pause } from 'node:timers/promises';
import { busyCustomer, daysOfMonth, eventsOfMonth } from './cases/history-case';
import { headersOf } from './cases/requests';
import { withClient } from './database';
import type { SeedTarget } from './seed';

/** As POST /events keeps them, from a minute ago back, evenly. Keys ascend with the instants like nobody's: their order is no matter. */
const events = `insert into raw_event (environment_id, at, key, received_at, told_at, customer_id, name, idempotency_key, dimensions, flags, fed)
  select c.environment_id, made.at, gen_random_uuid(), made.at, made.at, c.id, 'call', 'seed-' || n,
         jsonb_build_object('tokens', n % 997, 'user', 'user-' || n % 97, 'model', 'large'), 0, array[m.uid]
    from customer c
    join feature f on f.environment_id = c.environment_id and f.id = 'tokens'
    join meter m on m.environment_id = c.environment_id and m.feature_uid = f.uid and m.until is null,
         generate_series(1, ${eventsOfMonth}) n,
         lateral (select date_trunc('milliseconds', now() - interval '1 minute' - n * interval '${daysOfMonth - 1} days' / ${eventsOfMonth}) as at) made
   where c.id = '${busyCustomer}'`;

const counted = `select sum(b.n)::int as n from meter_bucket b join customer c on c.uid = b.customer_uid where c.id = '${busyCustomer}'`;

/** A customer with very many events of a month. The events are written in SQL, their days are counted by the service's own rebuild. */
export async function seedMonth({ url, databaseUrl }: SeedTarget, key: string): Promise<void> {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const sent = {
      method: body ? 'POST' : 'GET',
      headers: headersOf(key),
      body: body && JSON.stringify(body),
    };
    const answer = await fetch(`${url}/api/v1${path}`, sent);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  await ask('/customers', { id: busyCustomer, name: 'Busy' });
  await ask('/subscriptions', { customerId: busyCustomer, planId: 'pro' });
  await withClient(databaseUrl, async (client) => {
    await client.query(`set engine.member = 'on'`);
    await client.query(events);
    await client.query('vacuum (analyze) raw_event');
    const { taskId } = await ask<{ taskId: string }>('/features/tokens/meter/rebuild', {});
    let task: { state: string };
    do {
      await pause(200);
      task = await ask(`/tasks/${taskId}`);
    } while (['PENDING', 'IN_PROGRESS'].includes(task.state));
    const { rows } = await client.query<{ n: number }>(counted);
    if (rows[0]?.n !== eventsOfMonth) throw new Error(`${task.state}: ${rows[0]?.n} events were counted`);
    await client.query('vacuum (analyze) meter_bucket');
  });
}
