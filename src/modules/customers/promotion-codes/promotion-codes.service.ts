import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { type FlatPrice, exactPriceOf, positiveMoneyOf } from '#libs/business/values/flat-price';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Recorder, type Changes, type ToldObject } from '#libs/messaging/recorder';
import { CouponsService } from '#modules/catalog/coupons';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { PromotionCode as StoredPromotionCode } from './domain/promotion-code';
import type {
  CreatePromotionCodeBody,
  ListPromotionCodesQuery,
  UpdatePromotionCodeBody,
} from './promotion-codes.inputs';
import { PromotionCodesRepository } from './promotion-codes.repository';
import { PromotionCode } from './promotion-codes.views';

export const toldAsCode: ToldObject<StoredPromotionCode, PromotionCode> = {
  entity: 'PROMOTION_CODE',
  noun: 'promotion_code',
  view: PromotionCode.from,
  parentOf: ({ couponId }) => couponId,
};

@Injectable()
export class PromotionCodesService {
  private readonly changes: Changes<StoredPromotionCode, PromotionCode>;

  constructor(
    private readonly codes: PromotionCodesRepository,
    private readonly coupons: CouponsService,
    private readonly customers: CustomersService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(codes, toldAsCode);
  }

  /**
   * @throws CouponNotFound, ArchivedCouponCantBeApplied, CustomerNotFound, EntityIsArchivedError for an archived customer,
   *   DuplicatedEntityNotAllowed in any spelling, AmountTooLarge, InvalidMetadataError
   */
  @UseCase('createPromotionCode', {
    needs: 'coupons:write',
    answers: one(PromotionCode),
    summary: 'Create a promotion code.',
  })
  async create(body: CreatePromotionCodeBody): Promise<PromotionCode> {
    const { id, expiresAt = null, maxRedemptions = null, firstPurchaseOnly = false } = body;
    const coupon = await this.coupons.usable(body.couponId);
    const customer = body.customerId ? await this.liveCustomer(body.customerId) : null;
    const minimumAmount = minimumOf(body.minimumAmount) ?? null;
    const limits = { expiresAt, maxRedemptions, minimumAmount, firstPurchaseOnly };
    const metadata = newMetadata(body.metadata);
    const given = { id, coupon, customer, ...limits, metadata };
    return this.changes.create(StoredPromotionCode.create(given, this.clock.now()));
  }

  @UseCase('listPromotionCodes', {
    needs: 'coupons:read',
    answers: page(PromotionCode),
    summary: 'List promotion codes, newest first.',
  })
  async list(query: ListPromotionCodesQuery): Promise<Page<PromotionCode>> {
    const { id: ids, couponId: couponIds, customerId: customerIds, status, createdAt } = query;
    const filter = { ids, couponIds, customerIds, status, createdAt };
    return mapPage(await this.codes.list(pageRequestOf(query), filter), PromotionCode.from);
  }

  /** @throws PromotionCodeNotFound */
  @UseCase('getPromotionCode', {
    needs: 'coupons:read',
    answers: one(PromotionCode),
    summary: 'Get a promotion code, in any spelling.',
  })
  async get(id: string): Promise<PromotionCode> {
    return this.changes.get(id);
  }

  /** @throws PromotionCodeNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge, InvalidMetadataError */
  @UseCase('updatePromotionCode', {
    needs: 'coupons:write',
    answers: one(PromotionCode),
    summary: 'Change the limits of a promotion code.',
  })
  async update(id: string, body: UpdatePromotionCodeBody): Promise<PromotionCode> {
    const changes = { ...body, minimumAmount: minimumOf(body.minimumAmount) };
    return this.changes.apply(id, 'updated', (code) => code.change(changes, this.clock.now()));
  }

  /** @throws PromotionCodeNotFound, EntityIsArchivedError when it is archived already */
  @UseCase('archivePromotionCode', {
    needs: 'coupons:write',
    answers: one(PromotionCode),
    summary: 'Archive a promotion code for good.',
  })
  async archive(id: string): Promise<PromotionCode> {
    return this.changes.apply(id, 'archived', (code) => code.archive());
  }

  /** All of the environment, archived ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredPromotionCode[]> {
    return this.codes.everything(hold);
  }

  private async liveCustomer(id: string): Promise<StoredCustomer> {
    const customer = await this.customers.getOrThrow(id);
    customer.requireLive();
    return customer;
  }
}

const minimumOf = (asked: FlatPrice | null | undefined) =>
  asked ? exactPriceOf(positiveMoneyOf(asked, 'minimumAmount')) : asked;
