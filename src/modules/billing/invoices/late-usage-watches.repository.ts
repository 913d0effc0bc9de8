import { Injectable } from '@nestjs/common';
import { askInScope, firstDue, inScope, type DueScope, type DueSubject } from '#libs/persistence/due-scope';
import { Database } from '#libs/persistence/database';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { LateUsageWatch } from './domain/late-usage-watch';
import { lateUsageWatchMapping } from './invoice.mapping';

export interface DueWatch extends DueSubject {
  /** Of its environment. */
  graceHours: number;
}

/**
 * In the order of its index: the cost follows what is due, not how many contracts there are. Domain: contracts-billing V4
 * @reads environment_settings of platform/environment-settings
 */
const due = (isInScope: string): string => `
             select w.environment_id as "environmentId", w.uid, w.due_at as "dueAt",
                    coalesce((select (s.chosen ->> 'usageGraceHours')::int from environment_settings s
                               where s.environment_id = w.environment_id), $2) as "graceHours"
               from late_usage_watch w
              where w.due_at <= $1 and ${isInScope} and (w.due_at, w.uid) > ($3, $4) order by w.due_at, w.uid limit $5`;

@Injectable()
export class LateUsageWatches extends TenantTable<LateUsageWatch> {
  constructor(
    persistence: Persistence,
    private readonly database: Database,
  ) {
    super(persistence, lateUsageWatchMapping);
  }

  /** Of many environments. @param graceHours of who has chosen none. @param after the last one of the batch before */
  next(scope: DueScope, graceHours: number, after: DueWatch | undefined, limit: number): Promise<DueWatch[]> {
    const { dueAt, uid } = after ?? firstDue;
    const [isInScope, environments] = inScope(scope, 'w.environment_id', '$6');
    const values = [scope.now, graceHours, dueAt, uid, limit, environments];
    return askInScope<DueWatch & Record<string, unknown>>(this.database, scope, due(isInScope), values);
  }

  /** Those that are due still and that nobody holds. */
  take(uids: readonly string[], now: Date): Promise<LateUsageWatch[]> {
    return this.where('t.uid = any($2) and t.due_at <= $3 order by t.uid for no key update skip locked', [
      uids,
      now,
    ]);
  }

  /**
   * Contracts are watched from now on, until no report can be late any more. They are held, all in one order, before their lines are.
   * @param until by contract
   */
  async watch(until: ReadonlyMap<string, Date>, dueAt: Date, now: Date): Promise<void> {
    const text = `insert into late_usage_watch as w (environment_id, uid, due_at, until, created_at, updated_at)
                  select $1, a.uid, $4, a.until, $5, $5 from unnest($2::uuid[], $3::timestamptz[]) as a(uid, until) order by a.uid
                  on conflict (environment_id, uid) do update set until = greatest(w.until, excluded.until)`;
    await this.ask(text, [[...until.keys()], [...until.values()], dueAt, now]);
  }

  /** What was sent stays, and nothing more is. */
  async forget(contractUid: string): Promise<void> {
    await this.removeWhere('t.uid = $2', [contractUid]);
  }
}
