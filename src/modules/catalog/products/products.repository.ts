import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Product, ProductStatus } from './domain/product';
import { productMapping } from './product.mapping';

export interface ProductFilter {
  ids?: string[];
  status?: ProductStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class ProductsRepository extends TenantRepository<Product> {
  constructor(persistence: Persistence) {
    super(persistence, productMapping, 'ProductNotFoundError');
  }

  list(request: PageRequest, { ids, status, createdAt }: ProductFilter): Promise<Page<Product>> {
    const filter = new Predicate()
      .oneOf('t.id', ids)
      .oneOf('t.status', status)
      .within('t.created_at', createdAt);
    return this.page(request, filter);
  }

  /** For a change that nobody may build on meanwhile: waits until no other holds the product, and makes them wait. */
  async lockAloneOrThrow(id: string): Promise<Product> {
    const product = await this.lockOrThrow(id);
    const text = `select from product t where ${this.own} and t.uid = $2 for update`;
    await this.ask(text, [product.uid]);
    return product;
  }

  /** Together with others, until the end of the unit of work: nobody archives the product or changes what it takes. */
  async holdOrThrow(id: string): Promise<Product> {
    const [held] = await this.where(`t.id = $2 ${hold}`, [id]);
    if (!held) throw this.unknown(id);
    return held;
  }

  async holdByUid(uid: string): Promise<Product> {
    return (await this.where(`t.uid = $2 ${hold}`, [uid]))[0] as Product;
  }

  /** Held; those whose customers start with a free plan by themselves, oldest first. Domain: customers-subscriptions U4 */
  holdStarting(): Promise<Product[]> {
    const condition = `t.status = 'PUBLISHED' and not t.multiple_subscriptions
                       and t.settings->>'subscriptionStartSetup' in ('FREE_PLAN', 'TRIAL_PERIOD')`;
    return this.where(`${condition} order by t.uid ${hold}`, []);
  }
}

// As foreign keys do it: it goes together with others of its kind and with plain changes, not with `lockAloneOrThrow`.
const hold = 'for key share';
