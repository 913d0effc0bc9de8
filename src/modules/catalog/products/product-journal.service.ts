import { Injectable } from '@nestjs/common';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import type { Product as StoredProduct } from './domain/product';
import { Product } from './products.views';

/** What happened to a product, for the log and its receivers; an archived one is what they call deleted (access-and-events W6). */
@Injectable()
export class ProductJournal {
  constructor(private readonly journal: Journal) {}

  tell(
    type: 'product.created' | 'product.updated' | 'product.deleted',
    product: StoredProduct,
    before: Product | null,
  ): Product {
    const after = Product.from(product);
    const entity = { entityType: 'PRODUCT', entityId: product.id } as const;
    this.journal.record({ type, ...entity, before, after, payload: { product: after } });
    return told(after, product);
  }
}
