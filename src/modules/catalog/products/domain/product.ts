import { DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { defaultSettings, withoutPlans, type ProductSettings } from './product-settings';

export type ProductStatus = 'PUBLISHED' | 'ARCHIVED';
export type UsageResetCutoff = 'NEVER_RESET' | 'ALWAYS_RESET' | 'BILLING_PERIOD_CHANGE';

export interface ProductChanges {
  displayName?: string;
  description?: string | null;
  metadata?: MetadataPatch | null;
  multipleSubscriptions?: boolean;
  settings?: ProductSettings;
  usageResetCutoff?: UsageResetCutoff;
}

type NewProduct = Pick<Product, 'id' | 'displayName' | 'description' | 'metadata' | 'multipleSubscriptions'>;

/** What a copy has of its own; absent takes it from the original. */
export interface ProductCopy {
  id: string;
  displayName?: string;
  description?: string | null;
}

/** A line of business that owns plans and addons. Domain: catalog P1 */
export class Product extends AddressedEntity {
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
    return Product.instantiate<Product>(
      Product,
      { ...given, status: 'PUBLISHED', settings: defaultSettings, usageResetCutoff: 'BILLING_PERIOD_CHANGE' },
      now,
    );
  }

  /** The plan that a new customer starts with by itself. Domain: customers-subscriptions U4 */
  get startPlanId(): string | null {
    return this.settings.subscriptionStartPlanId ?? null;
  }

  /** Does a new customer begin with the trial of that plan? Domain: customers-subscriptions U4 */
  get startsWithTrial(): boolean {
    return this.settings.subscriptionStartSetup === 'TRIAL_PERIOD';
  }

  /** The plan that takes the place of a subscription that ends. Domain: customers-subscriptions X2 */
  get downgradePlanId(): string | null {
    return this.settings.downgradePlanId ?? null;
  }

  /** @throws EntityIsArchivedError */
  change({ metadata, ...rest }: ProductChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  /** Its configuration under another id; the plans that settings name are no published plans of the copy. Domain: catalog P7 */
  copyAs({ id, ...own }: ProductCopy, now: Date): Product {
    const { displayName, description, metadata, multipleSubscriptions, usageResetCutoff } = this;
    const configuration = { multipleSubscriptions, usageResetCutoff, settings: withoutPlans(this.settings) };
    return Product.instantiate<Product>(
      Product,
      {
        id,
        displayName,
        description,
        metadata,
        ...configuration,
        status: 'PUBLISHED',
        ...withoutAbsent(own),
      },
      now,
    );
  }

  /** @throws EntityIsArchivedError when it is archived already. Domain: catalog P6 */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  /** The product alone; its packages come back one by one. @throws CannotUnarchiveProductError. Domain: catalog P6 */
  unarchive(): void {
    if (this.status !== 'ARCHIVED') {
      throw new DomainError('CannotUnarchiveProductError', `Product ${this.id} is not archived`);
    }
    this.status = 'PUBLISHED';
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status !== 'ARCHIVED') return;
    throw new DomainError('EntityIsArchivedError', `Product ${this.id} is archived; unarchive it first`);
  }
}
