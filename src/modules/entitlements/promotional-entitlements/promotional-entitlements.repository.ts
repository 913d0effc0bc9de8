import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { PromotionalEntitlement, PromotionStatus } from './domain/promotional-entitlement';
import { promotionalEntitlementMapping } from './promotional-entitlement.mapping';

export interface PromotionFilter {
  customerUid: string;
  /** Of the customer: what runs is Paused then. */
  isPaused: boolean;
  status?: PromotionStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class PromotionalEntitlementsRepository extends TenantTable<PromotionalEntitlement> {
  protected override readonly listedBy = 'uid';

  constructor(persistence: Persistence) {
    super(persistence, promotionalEntitlementMapping);
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  list(request: PageRequest, filter: PromotionFilter, at: Date): Promise<Page<PromotionalEntitlement>> {
    const { customerUid, createdAt } = filter;
    const predicate = new Predicate().equals('t.customer_uid', customerUid).within('t.created_at', createdAt);
    return this.pageByKey(request, withStatus(predicate, filter, at));
  }

  /** Those of these features whose end is not noted, locked. By feature uid. */
  async holdRunning(
    customerUid: string,
    featureUids: readonly string[],
  ): Promise<Map<string, PromotionalEntitlement>> {
    const condition = `t.customer_uid = $2 and t.feature_uid = any($3) and t.expired_at is null
                       order by t.uid for no key update`;
    const held = await this.where(condition, [customerUid, featureUids]);
    return new Map(held.map((promotion) => [promotion.featureUid, promotion]));
  }

  /** The same of the one feature that has this id, or this key, which is what answers tell. */
  async holdNamed(customerUid: string, feature: string): Promise<PromotionalEntitlement | undefined> {
    const condition = `t.customer_uid = $2 and (t.feature_id = $3 or t.feature_uid::text = $3) and t.expired_at is null
                       order by t.feature_id = $3 desc limit 1 for no key update`;
    return (await this.where(condition, [customerUid, feature]))[0];
  }

  /** Those that are over, whose end nobody notes just now; nobody is waited for. In the order of their ends. */
  takeOver(uids: readonly string[], now: Date): Promise<PromotionalEntitlement[]> {
    const over = `t.uid = any($2) and t.expired_at is null and t.end_date <= $3 order by t.end_date, t.uid`;
    return this.where(`${over} for no key update skip locked`, [uids, now]);
  }

  /** Those that are to be told to end, whom nobody has just now. */
  takeEnding(uids: readonly string[], now: Date): Promise<PromotionalEntitlement[]> {
    const ending = `t.uid = any($2) and t.expired_at is null and t.ends_soon_at <= $3 order by t.ends_soon_at, t.uid`;
    return this.where(`${ending} for no key update skip locked`, [uids, now]);
  }

  /** Which of these values does a promotion grant that runs, or that waits for its customer? */
  async runningValues(featureUid: string, values: readonly string[], at: Date): Promise<string[]> {
    const text = `select v.value from unnest($3::text[]) as v(value)
                   where exists (select from promotional_entitlement t
                                  where ${this.own} and t.feature_uid = $2 and t.enum_values ? v.value
                                    and (t.end_date is null or t.end_date > $4))`;
    return (await this.ask<{ value: string }>(text, [featureUid, values, at])).map(({ value }) => value);
  }
}

/** Statuses are derived, so the filter says what they are derived from. */
function withStatus(predicate: Predicate, { status, isPaused }: PromotionFilter, at: Date): Predicate {
  if (status === undefined) return predicate;
  const asked = { over: status.includes('Expired'), runs: status.includes(isPaused ? 'Paused' : 'Active') };
  if (asked.over && asked.runs) return predicate;
  if (asked.over) return predicate.add(at, (place) => `t.end_date <= ${place}`);
  if (asked.runs) return predicate.add(at, (place) => `(t.end_date is null or t.end_date > ${place})`);
  return predicate.holds('false');
}
