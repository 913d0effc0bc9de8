import { rowsOf } from './database';
import { paidPlan, seededSubscription, subscriberOf, type SoldPlan } from './seeded-subscriptions';

export interface Entry {
  id: string;
  planId: SoldPlan;
  /** Null of one that runs. */
  cancelReason: 'Immediate' | 'UPGRADE_OR_DOWNGRADE' | null;
}

export const statusOf = ({ cancelReason }: Entry): 'ACTIVE' | 'CANCELED' =>
  cancelReason ? 'CANCELED' : 'ACTIVE';

// One line a subscription: what was acknowledged, and what no release has been asked for.
const stored = (statusNow: string): string => `
  select concat_ws(' ', s.customer_id, s.id, s.plan_id, ${statusNow}, coalesce(s.cancel_reason, '-'),
                   case when s.purchase is null then 'unpaid' else 'paid' end, count(p), max(p.package_id),
                   s.slot, s.due_at, s.updates, s.trial_ends_at, s.cancellation_date, s.access_revoked_at, s.paying_customer_id) as told
    from subscription s
    left join subscription_package p on p.environment_id = s.environment_id and p.subscription_uid = s.uid
   where s.customer_id like 'subscriber-%'
   group by s.environment_id, s.uid`;

/** What customers have bought and canceled, as it was acknowledged: to be held against each answer, and against the rows. */
export class SubscriptionBook {
  private readonly entries = new Map<number, Entry[]>();

  constructor(readonly customers: number) {}

  /** Of the customer of this number, the newest first. */
  of(n: number): readonly Entry[] {
    return this.entries.get(n) ?? [seeded(n)];
  }

  runningOf(n: number): Entry | undefined {
    return this.of(n).find(({ cancelReason }) => cancelReason === null);
  }

  /** In the place of what runs. */
  begin(n: number, id: string, planId: SoldPlan): void {
    const before = this.ended(n, 'UPGRADE_OR_DOWNGRADE');
    this.entries.set(n, [{ id, planId, cancelReason: null }, ...before]);
  }

  cancel(n: number): void {
    this.entries.set(n, this.ended(n, 'Immediate'));
  }

  /**
   * Subscriptions that are not as they were acknowledged: as they are, and as they should be.
   * @param statusNow of a subscription `s`, as the new release derives it
   */
  async differences(databaseUrl: string, statusNow: string): Promise<string[]> {
    const rows = await rowsOf<{ told: string }>(databaseUrl, stored(statusNow));
    const found = new Set(rows.map(({ told }) => told));
    const wanted = new Set<string>();
    for (let n = 1; n <= this.customers; n++)
      for (const each of this.of(n)) wanted.add(lineOf(subscriberOf(n), each));
    const only = (some: Set<string>, others: Set<string>, what: string): string[] =>
      [...some].filter((line) => !others.has(line)).map((line) => `${what}: ${line}`);
    return [...only(found, wanted, 'stored'), ...only(wanted, found, 'acknowledged')].sort();
  }

  private ended(n: number, cancelReason: Entry['cancelReason']): Entry[] {
    return this.of(n).map((each) => (each.cancelReason ? each : { ...each, cancelReason }));
  }
}

const seeded = (n: number): Entry => {
  const { id, planId, isCanceled } = seededSubscription(n);
  return { id, planId, cancelReason: isCanceled ? 'Immediate' : null };
};

// The place is said by its default, whichever release wrote the row, and says nothing any more after the end.
const lineOf = (customerId: string, entry: Entry): string =>
  [
    ...[customerId, entry.id, entry.planId, statusOf(entry), entry.cancelReason ?? '-'],
    ...[entry.planId === paidPlan ? 'paid' : 'unpaid', 1, entry.planId, 'PLAN'],
  ].join(' ');
