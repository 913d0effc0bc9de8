import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Change, Extensions, Question } from '#libs/messaging/extensions';
import type { Product as StoredProduct } from './domain/product';
import { ProductsRepository } from './products.repository';
import { toldAsProduct } from './products.service';
import { Product } from './products.views';

/** May this product leave the market? Asked before it is archived (catalog P6). */
export const productArchival = new Question<{ product: StoredProduct }>('product.archive');

/** A product was archived: its packages leave the market with it, in the same transaction (catalog P6). */
export const productArchived = new Change<{ product: StoredProduct }>('product.archived');

/** Off the market and back. Domain: catalog P6 */
@Injectable()
export class ProductRetirementService {
  private readonly changes: Changes<StoredProduct, Product>;

  constructor(
    private readonly products: ProductsRepository,
    private readonly extensions: Extensions,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(products, toldAsProduct);
  }

  /** @throws ProductNotFoundError, EntityIsArchivedError, CannotArchiveProductError */
  @UseCase('archiveProduct', {
    needs: 'products:write',
    answers: one(Product),
    summary: 'Archive a product with its plans and addons.',
  })
  async archive(id: string): Promise<Product> {
    const product = await this.products.lockAloneOrThrow(id);
    const view = await this.changes.apply(product, 'deleted', async () => {
      product.requireLive();
      await this.extensions.ask(productArchival, { product });
      product.archive();
    });
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
    return this.changes.apply(id, 'updated', (product) => product.unarchive());
  }
}
