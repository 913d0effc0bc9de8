import { DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { TenantEntity } from '#libs/kernel/tenant-entity';

export type ProductStatus = 'PUBLISHED' | 'ARCHIVED';
export type UsageResetCutoff = 'NEVER_RESET' | 'ALWAYS_RESET' | 'BILLING_PERIOD_CHANGE';
export type CancellationTime = 'END_OF_BILLING_PERIOD' | 'IMMEDIATE' | 'SPECIFIC_DATE';

export interface ProductSettings {
  subscriptionStartSetup: 'PLAN_SELECTION';
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION';
  subscriptionCancellationTime: CancellationTime;
  prorateAtEndOfBillingPeriod: boolean;
}

export interface ProductChanges {
  displayName?: string;
  description?: string | null;
  metadata?: MetadataPatch | null;
  multipleSubscriptions?: boolean;
  settings?: Partial<ProductSettings>;
  usageResetCutoff?: UsageResetCutoff;
}

type NewProduct = Pick<Product, 'id' | 'displayName' | 'description' | 'metadata' | 'multipleSubscriptions'>;

/** A line of business that owns plans and addons. Domain: catalog §2 */
export class Product extends TenantEntity {
  id: string;
  displayName: string;
  description: string | null;
  metadata: Metadata;
  /** Whether one customer may hold several subscriptions of it, each on a resource of its own. */
  multipleSubscriptions: boolean;
  status: ProductStatus;
  settings: ProductSettings;
  usageResetCutoff: UsageResetCutoff;

  static create(given: NewProduct, now: Date): Product {
    return Product.born<Product>(
      Product,
      { ...given, status: 'PUBLISHED', settings: defaultSettings, usageResetCutoff: 'BILLING_PERIOD_CHANGE' },
      now,
    );
  }

  /** @throws EntityIsArchivedError */
  change({ metadata, settings, ...rest }: ProductChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
    this.settings = { ...this.settings, ...settings };
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status !== 'ARCHIVED') return;
    throw new DomainError('EntityIsArchivedError', `Product ${this.id} is archived`);
  }
}

// Domain: catalog P2
const defaultSettings: ProductSettings = {
  subscriptionStartSetup: 'PLAN_SELECTION',
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
  subscriptionCancellationTime: 'END_OF_BILLING_PERIOD',
  prorateAtEndOfBillingPeriod: false,
};
