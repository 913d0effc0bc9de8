import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { notBuilt } from '#libs/kernel/errors/domain-error';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Outbox } from '#libs/messaging/outbox';
import { Question, Vetoes } from '#libs/messaging/vetoes';
import { Product as StoredProduct, type ProductSettings } from './domain/product';
import type { CreateProductBody, ListProductsQuery, UpdateProductBody } from './products.inputs';
import { ProductsRepository } from './products.repository';
import { Product, type ProductSetting } from './products.views';

/** May this product change how many subscriptions a customer holds? Asked before the toggle (catalog P5). */
export const multipleSubscriptionsToggle = new Question<{ product: StoredProduct }>(
  'product.toggle-multiple',
);

@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly outbox: Outbox,
    private readonly vetoes: Vetoes,
    private readonly clock: Clock,
  ) {}

  /** @throws DuplicatedEntityNotAllowed */
  @UseCase('createProduct', { needs: 'products:write' })
  async create(body: CreateProductBody): Promise<Product> {
    const { id, displayName, description = null, multipleSubscriptions = false } = body;
    const metadata = newMetadata(body.metadata);
    const given = { id, displayName, description, metadata, multipleSubscriptions };
    const product = StoredProduct.create(given, this.clock.now());
    await this.products.insert(product);
    return this.tell('product.created', product);
  }

  @UseCase('listProducts', { needs: 'products:read' })
  async list(query: ListProductsQuery): Promise<Page<Product>> {
    const { id: ids, status, createdAt } = query;
    return mapPage(await this.products.list(pageRequestOf(query), { ids, status, createdAt }), Product.from);
  }

  /** @throws ProductNotFoundError, EntityIsArchivedError, IntegrityViolation (P5), UnsupportedParameter */
  @UseCase('updateProduct', { needs: 'products:write' })
  async update(id: string, body: UpdateProductBody): Promise<Product> {
    const product = await this.products.lockOrThrow(id);
    product.requireLive();
    const { displayName, description, metadata, multipleSubscriptions } = body;
    const settings = body.productSettings && settingsOf(body.productSettings);
    if (multipleSubscriptions !== undefined && multipleSubscriptions !== product.multipleSubscriptions) {
      await this.vetoes.ask(multipleSubscriptionsToggle, { product });
    }
    const usageResetCutoff = body.usageResetCutoffRule?.behavior;
    product.change({ displayName, description, metadata, multipleSubscriptions, settings, usageResetCutoff });
    await this.products.save(product, this.clock.now());
    return this.tell('product.updated', product);
  }

  /** @throws ProductNotFoundError */
  @Within()
  getOrThrow(id: string): Promise<StoredProduct> {
    return this.products.getOrThrow(id);
  }

  @Within()
  async byUid(uid: string): Promise<StoredProduct> {
    return (await this.products.findByUids([uid])).get(uid) as StoredProduct;
  }

  private tell(type: string, product: StoredProduct): Product {
    const view = Product.from(product);
    this.outbox.record({ type, entityType: 'PRODUCT', entityId: product.id, payload: { product: view } });
    return view;
  }
}

/** @throws UnsupportedParameter for the start and end setups that need default starts and downgrades */
function settingsOf(asked: ProductSetting): Partial<ProductSettings> {
  if (asked.subscriptionStartSetup !== 'PLAN_SELECTION') {
    throw notBuilt(
      'productSettings.subscriptionStartSetup',
      `the default start ${asked.subscriptionStartSetup}`,
    );
  }
  if (asked.subscriptionEndSetup !== 'CANCEL_SUBSCRIPTION') {
    throw notBuilt('productSettings.subscriptionEndSetup', 'the downgrade at the end of a subscription');
  }
  if (asked.subscriptionStartPlanId) {
    throw notBuilt('productSettings.subscriptionStartPlanId', 'the default start of a new customer');
  }
  if (asked.downgradePlanId) {
    throw notBuilt('productSettings.downgradePlanId', 'the downgrade at the end of a subscription');
  }
  const { subscriptionCancellationTime, prorateAtEndOfBillingPeriod } = asked;
  if (prorateAtEndOfBillingPeriod) {
    throw notBuilt('productSettings.prorateAtEndOfBillingPeriod', 'proration');
  }
  return { subscriptionCancellationTime };
}
