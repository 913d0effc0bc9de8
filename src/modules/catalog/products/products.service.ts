import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Recorder, type Changes, type ToldObject } from '#libs/messaging/recorder';
import { Extensions, Question } from '#libs/messaging/extensions';
import { Product as StoredProduct } from './domain/product';
import {
  changedSettings,
  plansNamedIn,
  type NamedPlan,
  type ProductSettings,
  type SettingsRequest,
} from './domain/product-settings';
import type { CreateProductBody, ListProductsQuery, UpdateProductBody } from './products.inputs';
import { ProductsRepository } from './products.repository';
import { Product } from './products.views';

/** May this product change how many subscriptions a customer holds? Asked before the toggle (catalog P5). */
export const multipleSubscriptionsToggle = new Question<{ product: StoredProduct }>(
  'product.toggle-multiple',
);

/** May the settings of this product rely on these plans? Asked before they do (catalog P4). */
export const productSettingsChange = new Question<{ product: StoredProduct; plans: NamedPlan[] }>(
  'product.change-settings',
);

/** An archived product is what receivers of events call deleted (access-and-events W6). */
export const toldAsProduct: ToldObject<StoredProduct, Product> = {
  entity: 'PRODUCT',
  noun: 'product',
  view: Product.from,
  payload: (product) => ({ product }),
};

@Injectable()
export class ProductsService {
  private readonly changes: Changes<StoredProduct, Product>;

  constructor(
    private readonly products: ProductsRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(products, toldAsProduct);
  }

  /** @throws DuplicatedEntityNotAllowed */
  @UseCase('createProduct', { needs: 'products:write', answers: one(Product), summary: 'Create a product.' })
  async create(body: CreateProductBody): Promise<Product> {
    const { id, displayName, description = null, multipleSubscriptions = false } = body;
    const metadata = newMetadata(body.metadata);
    const given = { id, displayName, description, metadata, multipleSubscriptions };
    return this.changes.create(StoredProduct.create(given, this.clock.now()));
  }

  /** @throws ProductNotFoundError */
  @UseCase('getProduct', {
    needs: 'products:read',
    opens: 'PUBLIC',
    answers: one(Product),
    summary: 'Get a product.',
  })
  async get(id: string): Promise<Product> {
    return this.changes.get(id);
  }

  @UseCase('listProducts', {
    needs: 'products:read',
    opens: 'PUBLIC',
    answers: page(Product),
    summary: 'List products, newest first.',
  })
  async list(query: ListProductsQuery): Promise<Page<Product>> {
    const { id: ids, status, createdAt } = query;
    return mapPage(await this.products.list(pageRequestOf(query), { ids, status, createdAt }), Product.from);
  }

  /**
   * @throws ProductNotFoundError, EntityIsArchivedError, IntegrityViolation (catalog P5), InvalidArgumentError (catalog P4),
   *   UnsupportedParameter
   */
  @UseCase('updateProduct', { needs: 'products:write', answers: one(Product), summary: 'Change a product.' })
  async update(id: string, body: UpdateProductBody): Promise<Product> {
    const { displayName, description, metadata, multipleSubscriptions, productSettings } = body;
    const isBuiltOn = multipleSubscriptions !== undefined || productSettings !== undefined;
    const held = isBuiltOn ? await this.products.lockAloneOrThrow(id) : id;
    return this.changes.apply(held, 'updated', async (product) => {
      product.requireLive();
      if (multipleSubscriptions !== undefined && multipleSubscriptions !== product.multipleSubscriptions) {
        await this.extensions.ask(multipleSubscriptionsToggle, { product });
      }
      const settings = productSettings && (await this.permitted(product, productSettings));
      const usageResetCutoff = body.usageResetCutoffRule?.behavior;
      product.change({
        displayName,
        description,
        metadata,
        multipleSubscriptions,
        settings,
        usageResetCutoff,
      });
    });
  }

  /** Until the end of the unit of work nobody archives it or changes what it takes. @throws ProductNotFoundError */
  @Within()
  holdOrThrow(id: string): Promise<StoredProduct> {
    return this.products.holdOrThrow(id);
  }

  /** All of the environment, archived ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredProduct[]> {
    return this.products.everything(hold);
  }

  @Within()
  @Remembered()
  holdByUid(uid: string): Promise<StoredProduct> {
    return this.products.holdByUid(uid);
  }

  /** By their keys. */
  @Within()
  async displayNamesOf(uids: readonly string[]): Promise<Map<string, string>> {
    const products = await this.products.findByUids(uids);
    return new Map([...products].map(([uid, { displayName }]) => [uid, displayName]));
  }

  /** Held; those whose customers start with a free plan by themselves. Domain: customers-subscriptions U4 */
  @Within()
  holdStarting(): Promise<StoredProduct[]> {
    return this.products.holdStarting();
  }

  /** @throws InvalidArgumentError, UnsupportedParameter. Domain: catalog P4 */
  private async permitted(product: StoredProduct, asked: SettingsRequest): Promise<ProductSettings> {
    const settings = changedSettings(product.settings, asked);
    await this.extensions.ask(productSettingsChange, { product, plans: plansNamedIn(settings) });
    return settings;
  }
}
