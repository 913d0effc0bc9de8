import { one } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { moneyOf } from '#libs/kernel/flat-price';
import type { Money } from '#libs/kernel/money';
import { Journal } from '#libs/messaging/journal';
import { CouponsService } from '#modules/catalog/coupons';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import type { PromotionCode as StoredPromotionCode } from './domain/promotion-code';
import { requireRedeemable } from './domain/redemption';
import type { ValidatePromotionCodeBody } from './promotion-codes.inputs';
import { PromotionCodesRepository } from './promotion-codes.repository';
import { PromotionCode, PromotionCodeValidation } from './promotion-codes.views';
import { PurchaseHistory } from './purchase-history.reader';

/** Who buys what; each is null while it is not known. */
interface Order {
  customer: StoredCustomer | null;
  /** Before the discount. */
  subTotal: Money | null;
}

@Injectable()
export class RedemptionsService {
  constructor(
    private readonly codes: PromotionCodesRepository,
    private readonly coupons: CouponsService,
    private readonly customers: CustomersService,
    private readonly purchases: PurchaseHistory,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  /**
   * Would it be redeemed now? Counts nothing.
   * @throws PromotionCodeNotFound, CustomerNotFound, EntityIsArchivedError for an archived customer, and the refusals of customers-subscriptions N6
   */
  @UseCase('validatePromotionCode', {
    needs: 'coupons:read',
    answers: one(PromotionCodeValidation),
    summary: 'Ask whether a code would be redeemed now, or why not; nothing is counted.',
  })
  async validate(id: string, body: ValidatePromotionCodeBody): Promise<PromotionCodeValidation> {
    const code = await this.codes.getOrThrow(id);
    const customer = body.customerId ? await this.customers.getOrThrow(body.customerId) : null;
    customer?.requireLive();
    const subTotal = body.subTotal ? moneyOf(body.subTotal, 'subTotal') : null;
    await this.decide(code, { customer, subTotal });
    return { isRedeemable: true };
  }

  /**
   * Counts one redemption: the lock lets those who redeem the same code at once count one after the other, so that it is
   * never redeemed more often than it may be. Taken back with the transaction, should it fail.
   * @throws PromotionCodeNotFound and the refusals of customers-subscriptions N6; ObjectAlreadyBeingUsedByAnotherRequestError
   */
  @Within()
  async redeem(id: string, order: Order): Promise<StoredPromotionCode> {
    const code = await this.codes.lockOrThrow(id);
    await this.decide(code, order);
    await this.keep('promotion_code.redeemed', code, () => code.countRedemption());
    return code;
  }

  /** The payment for a redemption failed. @throws PromotionCodeNotFound. Domain: customers-subscriptions N6 */
  @Within()
  async giveBack(id: string): Promise<void> {
    const code = await this.codes.lockOrThrow(id);
    await this.keep('promotion_code.redemption_given_back', code, () => code.giveBackRedemption());
  }

  private async keep(type: string, code: StoredPromotionCode, count: () => void): Promise<void> {
    const before = PromotionCode.from(code);
    count();
    await this.codes.save(code, this.clock.now());
    const entity = { entityType: 'PROMOTION_CODE', entityId: code.id, parentId: code.couponId } as const;
    this.journal.record({ type, ...entity, before, after: PromotionCode.from(code) });
  }

  private async decide(code: StoredPromotionCode, { customer, subTotal }: Order): Promise<void> {
    const coupon = await this.coupons.byUid(code.couponUid);
    const hasPaidInvoice =
      code.firstPurchaseOnly && customer !== null && (await this.purchases.hasPaidInvoice(customer.uid));
    requireRedeemable(code, {
      now: this.clock.now(),
      isCouponArchived: coupon.status === 'ARCHIVED',
      customerId: customer?.id ?? null,
      subTotal,
      hasPaidInvoice,
    });
  }
}
