import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { moneyOf } from '#libs/business/values/flat-price';
import type { Money } from '#libs/business/values/money';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { CouponsService } from '#modules/catalog/coupons';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import type { PromotionCode as StoredPromotionCode } from './domain/promotion-code';
import { requireRedeemable } from './domain/redemption';
import type { ValidatePromotionCodeBody } from './promotion-codes.inputs';
import { PromotionCodesRepository } from './promotion-codes.repository';
import { toldAsCode } from './promotion-codes.service';
import { PromotionCodeValidation, type PromotionCode } from './promotion-codes.views';

/** Has the customer ever paid an invoice? */
export const invoicePaid = new Survey<{ customerUid: string }, boolean>('customer.invoice-paid');

/** Who buys what; each is null while it is not known. */
interface Order {
  customer: Pick<StoredCustomer, 'uid' | 'id'> | null;
  /** Before the discount. */
  subTotal: Money | null;
}

@Injectable()
export class RedemptionsService {
  private readonly changes: Changes<StoredPromotionCode, PromotionCode>;

  constructor(
    private readonly codes: PromotionCodesRepository,
    private readonly coupons: CouponsService,
    private readonly customers: CustomersService,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(codes, toldAsCode);
  }

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
    await this.changes.apply(code, 'redeemed', () => code.countRedemption());
    return code;
  }

  /** The payment for a redemption failed. @throws PromotionCodeNotFound. Domain: customers-subscriptions N6 */
  @Within()
  async giveBack(id: string): Promise<void> {
    await this.changes.apply(id, 'redemption_given_back', (code) => code.giveBackRedemption());
  }

  private async decide(code: StoredPromotionCode, { customer, subTotal }: Order): Promise<void> {
    const coupon = await this.coupons.byUid(code.couponUid);
    const hasPaidInvoice =
      code.firstPurchaseOnly &&
      customer !== null &&
      (await this.extensions.survey(invoicePaid, { customerUid: customer.uid })).has(true);
    requireRedeemable(code, {
      now: this.clock.now(),
      isCouponArchived: coupon.status === 'ARCHIVED',
      customerId: customer?.id ?? null,
      subTotal,
      hasPaidInvoice,
    });
  }
}
