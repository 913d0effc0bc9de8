import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/messaging/outbox';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { DeclaredState } from '#modules/entitlements/source-history';
import type { CustomerEntitlements } from './entitlements.views';

/** Of whom a level is: the customer, or one of its resources. */
export interface ToldLevel {
  customerUid: string;
  customerId: string;
  /** '' for the customer's own level. */
  resourceKey: string;
  resourceId: string | null;
}

/** What the customer may do, as the transaction that asks leaves it. */
export type EntitlementsOf = (customerId: string, resourceId: string | null) => Promise<CustomerEntitlements>;

/** Tells that a customer may do something else, in the commit that makes it true. Domain: access-and-events W10; entitlements-usage C3, G9 */
@Injectable()
export class EntitlementNews {
  /** By transaction and level: one event tells of all that became of it. */
  private readonly states = new WeakMap<object, Map<string, DeclaredState>>();

  constructor(
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  tell(level: ToldLevel, state: DeclaredState, entitlementsOf: EntitlementsOf): void {
    const transaction = this.unitOfWork.manager;
    const states = this.states.get(transaction) ?? new Map<string, DeclaredState>();
    this.states.set(transaction, states);
    const { customerId, resourceId } = level;
    const key = `${level.customerUid} ${level.resourceKey}`;
    const isTold = states.has(key);
    states.set(key, state);
    if (isTold) return;
    const latest = (): DeclaredState => states.get(key) ?? state;
    this.outbox.record({
      type: 'entitlements.updated',
      ...{ entityType: 'CUSTOMER', entityId: customerId },
      payload: async () => {
        const { accessDeniedReason, entitlements } = await entitlementsOf(customerId, resourceId);
        return { customerId, resourceId, version: latest().place, accessDeniedReason, entitlements };
      },
      version: () => latest().version,
    });
  }
}
