import { TenantEntity } from '#libs/kernel/tenant-entity';

/** A package version that a subscription pins: its plan, each plan that it inherits from, each addon. Domain: catalog I3 */
export class SubscriptionPackage extends TenantEntity {
  subscriptionUid: string;
  packageUid: string;
  packageId: string;
  versionUid: string;
  role: 'PLAN' | 'ADDON';
  /** Of a plan: its place in the chain, the root first. Of an addon: its place in the request. */
  position: number;
  quantity: number;
  joinedAt: Date;

  static pin(
    pinned: Pick<
      SubscriptionPackage,
      | 'subscriptionUid'
      | 'packageUid'
      | 'packageId'
      | 'versionUid'
      | 'role'
      | 'position'
      | 'quantity'
      | 'joinedAt'
    >,
    now: Date,
  ): SubscriptionPackage {
    return SubscriptionPackage.instantiate<SubscriptionPackage>(SubscriptionPackage, pinned, now);
  }
}
