import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Change, Extensions } from '#libs/messaging/extensions';
import type { Product as StoredProduct } from './domain/product';
import type { DuplicateProductBody } from './products.inputs';
import { ProductsRepository } from './products.repository';
import { toldAsProduct } from './products.service';
import { Product } from './products.views';

/** A product was copied: its packages are copied with it, in the same transaction (catalog P7). */
export const productDuplicated = new Change<{ source: StoredProduct; copy: StoredProduct }>(
  'product.duplicated',
);

/** Domain: catalog P7 */
@Injectable()
export class ProductDuplicationService {
  private readonly changes: Changes<StoredProduct, Product>;

  constructor(
    private readonly products: ProductsRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(products, toldAsProduct);
  }

  /** @throws ProductNotFoundError, EntityIsArchivedError, DuplicateProductValidationError */
  @UseCase('duplicateProduct', {
    needs: 'products:write',
    answers: one(Product),
    summary: 'Copy a product with its plans and addons, which begin as drafts.',
  })
  async duplicate(
    id: string,
    { targetId, displayName, description }: DuplicateProductBody,
  ): Promise<Product> {
    // Alone, so that nobody edits its packages while they are copied one after another.
    const source = await this.products.lockAloneOrThrow(id);
    source.requireLive();
    await this.requireUnused(targetId);
    const copy = source.copyAs({ id: targetId, displayName, description }, this.clock.now());
    const view = await this.changes.create(copy);
    await this.extensions.announce(productDuplicated, { source, copy });
    return view;
  }

  private async requireUnused(targetId: string): Promise<void> {
    if (!(await this.products.find(targetId))) return;
    throw new DomainError(
      'DuplicateProductValidationError',
      `targetId: a product ${targetId} exists already; choose an unused id`,
    );
  }
}
