import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { type PromotionCode, type PromotionCodeStatus, spellingKeyOf } from './domain/promotion-code';
import { promotionCodeMapping } from './promotion-code.mapping';

export interface PromotionCodeFilter {
  ids?: string[];
  couponIds?: string[];
  customerIds?: string[];
  status?: PromotionCodeStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class PromotionCodesRepository extends TenantRepository<PromotionCode> {
  constructor(persistence: Persistence) {
    super(persistence, promotionCodeMapping, 'PromotionCodeNotFound');
  }

  /** In any spelling. */
  override async find(id: string, lock = false): Promise<PromotionCode | undefined> {
    const locking = lock ? ' for no key update' : '';
    return (await this.where(`t.spelling_key = $2${locking}`, [spellingKeyOf(id)]))[0];
  }

  list(request: PageRequest, asked: PromotionCodeFilter): Promise<Page<PromotionCode>> {
    const filter = new Predicate()
      .oneOf('t.spelling_key', asked.ids?.map(spellingKeyOf))
      .oneOf('t.coupon_id', asked.couponIds)
      .oneOf('t.customer_id', asked.customerIds)
      .oneOf('t.status', asked.status)
      .within('t.created_at', asked.createdAt);
    return this.page(request, filter);
  }
}
