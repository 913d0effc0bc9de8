import type { Client } from 'pg';
import { apiOf } from './api';
import { paidPlan, paidTerms, sellPaidPlan } from './paid-plan';
import { openEnvironment, type SeedTarget } from './seed';
import { billedCopies, copiesOn, lineGuard, seededUid } from './seed.statements';

const environmentName = 'renewals';
const first = 'customer-1';

// They began a month before the first one. How far they were billed is told as they fall due: whoever was billed up to now is due.
const monthBefore = `(t.billing_cycle_anchor - interval '1 month')`;
const waiting = copiesOn({
  ...{ start_date: monthBefore, usage_anchor: monthBefore, billing_cycle_anchor: monthBefore },
});
const fallDue = `
  update subscription set billed_until = billing_cycle_anchor + interval '1 month', due_at = billing_cycle_anchor + interval '1 month'
   where environment_id = $1 and customer_id = any($2)`;
const runs = `select graphile_worker.add_job('carry-out-subscriptions') from generate_series(1, $1::int)`;
// The row that each invoice changes: to look at it costs next to nothing.
const numbered = `select last_number::int as count from document_series where environment_id = $1`;

/** Paid subscriptions of an environment of their own, whose next period is billed when they are told to fall due. */
export class WaitingRenewals {
  private next = 2;

  private constructor(
    private readonly client: Client,
    private readonly environmentUid: string,
  ) {}

  static async seed(client: Client, target: SeedTarget, count: number): Promise<WaitingRenewals> {
    const key = await openEnvironment(target, environmentName);
    const ask = apiOf(target.url, key);
    await ask('POST', '/products', { id: 'bench', displayName: 'Bench' });
    await sellPaidPlan(target.url, key, 'bench');
    await ask('POST', '/customers', { id: first, name: 'Customer 1', email: `${first}@example.com` });
    await ask('POST', '/subscriptions', { customerId: first, planId: paidPlan, ...paidTerms });
    await client.query(`set engine.member = 'on'`);
    await client.query(seededUid);
    const named = 'select uid from environment where name = $1';
    const { rows } = await client.query<{ uid: string }>(named, [environmentName]);
    const uid = rows[0]?.uid as string;
    await client.query(lineGuard('disable'));
    for (const text of [...waiting, ...billedCopies('t.period_start')])
      await client.query(text, [uid, 2, count + 1]);
    await client.query(lineGuard('enable'));
    await client.query('vacuum (analyze)');
    return new WaitingRenewals(client, uid);
  }

  async fallDue(count: number): Promise<void> {
    const ids = Array.from({ length: count }, () => `customer-${this.next++}`);
    await this.client.query(fallDue, [this.environmentUid, ids]);
  }

  /** As the clock does every minute. */
  async askForRuns(count: number): Promise<void> {
    await this.client.query(runs, [count]);
  }

  /** How many invoices have got their number, that of the first subscription too. */
  async numbered(): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(numbered, [this.environmentUid]);
    return rows[0]?.count ?? 0;
  }
}
