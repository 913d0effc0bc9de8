import { one } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { Change, Extensions, Question } from '#libs/messaging/extensions';
import type { Product as StoredProduct } from './domain/product';
import { ProductJournal } from './product-journal.service';
import { ProductsRepository } from './products.repository';
import { Product } from './products.views';

/** May this product leave the market? Asked before it is archived (catalog P6). */
export const productArchival = new Question<{ product: StoredProduct }>('product.archive');

/** A product was archived: its packages leave the market with it, in the same transaction (catalog P6). */
export const productArchived = new Change<{ product: StoredProduct }>('product.archived');

/** Off the market and back. Domain: catalog P6 */
@Injectable()
export class ProductRetirementService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly journal: ProductJournal,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
  ) {}

  /** @throws ProductNotFoundError, EntityIsArchivedError, CannotArchiveProductError */
  @UseCase('archiveProduct', {
    needs: 'products:write',
    answers: one(Product),
    summary: 'Archive a product with its plans and addons.',
  })
  async archive(id: string): Promise<Product> {
    const product = await this.products.lockAloneOrThrow(id);
    product.requireLive();
    await this.extensions.ask(productArchival, { product });
    const before = Product.from(product);
    product.archive();
    await this.products.save(product, this.clock.now());
    const view = this.journal.tell('product.deleted', product, before);
    await this.extensions.announce(productArchived, { product });
    return view;
  }

  /** Its packages stay archived. @throws ProductNotFoundError, CannotUnarchiveProductError */
  @UseCase('unarchiveProduct', {
    needs: 'products:write',
    answers: one(Product),
    summary: 'Bring an archived product back, without its plans and addons.',
  })
  async unarchive(id: string): Promise<Product> {
    const product = await this.products.lockOrThrow(id);
    const before = Product.from(product);
    product.unarchive();
    await this.products.save(product, this.clock.now());
    return this.journal.tell('product.updated', product, before);
  }
}
