import { DomainError } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { Product } from './product';

/** When a customer's subscription on the source ends, those on the target end with it. Domain: catalog P8 */
export class AutoCancellationRule extends TenantEntity {
  sourceUid: string;
  sourceId: string;
  targetUid: string;
  targetId: string;

  /**
   * @throws EntityIsArchivedError, InvalidArgumentError, MultiSubscriptionCantBeAutoCancellationSourceError,
   *   SingleSubscriptionCantBeAutoCancellationTargetError
   */
  static between(source: Product, target: Product, now: Date): AutoCancellationRule {
    source.requireLive();
    target.requireLive();
    requireTwo(source, target);
    requireSingle(source);
    requireMultiple(target);
    const ends = {
      ...{ sourceUid: source.uid, sourceId: source.id },
      ...{ targetUid: target.uid, targetId: target.id },
    };
    return AutoCancellationRule.instantiate<AutoCancellationRule>(AutoCancellationRule, ends, now);
  }

  /** The product at the other end of this one. */
  otherThan(productUid: string): string {
    return this.sourceUid === productUid ? this.targetId : this.sourceId;
  }
}

function requireTwo(source: Product, target: Product): void {
  if (source.uid !== target.uid) return;
  throw new DomainError(
    'InvalidArgumentError',
    `targetProductId: product ${source.id} cannot be canceled by itself; name another product`,
  );
}

function requireSingle({ id, multipleSubscriptions }: Product): void {
  if (!multipleSubscriptions) return;
  throw new DomainError(
    'MultiSubscriptionCantBeAutoCancellationSourceError',
    `Product ${id} takes several subscriptions of a customer, so none of them can be the one whose end cancels others`,
  );
}

function requireMultiple({ id, multipleSubscriptions }: Product): void {
  if (multipleSubscriptions) return;
  throw new DomainError(
    'SingleSubscriptionCantBeAutoCancellationTargetError',
    `targetProductId: product ${id} takes one subscription of a customer; name a product with multipleSubscriptions`,
  );
}
