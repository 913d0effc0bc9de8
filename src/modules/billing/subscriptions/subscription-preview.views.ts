import { Money } from '#libs/business/values/money';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { CurrencyCode } from '#libs/business/values/currency';
import { priceScale, zero } from '#libs/business/pricing/amount';
import type { TotaledLine } from '#libs/business/pricing/totaled-lines';
import { Decimal } from '#libs/kernel/decimal';
import { View } from '#libs/shape/classes';
import type { HeldLine } from '#modules/billing/invoices';
import { Bool, Int, ListOf, Nested, Num, Text, Timestamp } from '#libs/shape/decorators';
import type { Bill } from './domain/bill';
import { descriptionOf } from './domain/line-description';
import type { Subscription } from './domain/subscription';

@View('From the start of a period up to its end, which is the start of the next.')
export class PreviewPeriod {
  @Timestamp() end: Date;
  @Timestamp() start: Date;
}

@View('One amount of a bill.')
export class PreviewLine {
  @Text() currency: string;
  @Text({ description: 'What it is for, when, and which part of a whole period that is.' })
  description: string;
  @Num({ optional: true }) quantity: number;
  @Num({ description: 'Before discount and tax; negative for what comes back.' }) subTotal: number;

  @Num({
    description:
      'For a whole period; with tiers or blocks what a unit costs on average, the description tells them.',
  })
  unitPrice: number;

  static from(line: TotaledLine, { period, names, currency }: Bill): PreviewLine {
    return {
      currency,
      description: descriptionOf(line, period, names),
      quantity: line.quantity.toNumber(),
      subTotal: Money.of(line.subTotal, currency).toNumber(),
      unitPrice: (line.unitPrice ?? averageOf(line)).toDecimalPlaces(priceScale).toNumber(),
    };
  }
}

/** As it will stand on the document that it waits for. */
const heldLine = (
  { description, quantity, unitPrice, amount }: HeldLine,
  currency: CurrencyCode,
): PreviewLine => ({
  ...{ currency, description, quantity: (quantity ?? one).toNumber() },
  subTotal: Money.of(amount, currency).toNumber(),
  unitPrice: (unitPrice ?? amount.div(quantity?.isZero() === false ? quantity : one))
    .toDecimalPlaces(priceScale)
    .toNumber(),
});

const one = new Decimal(1);

@View('What a coupon takes off.')
export class PreviewDiscount {
  @Num() amount: number;
  @Text() currency: string;
  @Text() description: string;
}

@View('The coupon that takes it off.')
export class PreviewDiscountDetails {
  @Text({ optional: true, description: 'Of a promotion code.' }) code?: string;
  @Num({ optional: true }) fixedAmount?: number;
  @Num({ optional: true }) percentage?: number;

  static from(coupon: HeldCoupon, currency: CurrencyCode): PreviewDiscountDetails {
    const { promotionCode, percentOff, amountsOff } = coupon;
    const fixed = amountsOff?.find((each) => each.currency === currency)?.amount;
    return {
      ...(promotionCode !== null && { code: promotionCode }),
      ...(percentOff !== null && { percentage: percentOff }),
      ...(fixed !== undefined && { fixedAmount: new Decimal(fixed).toNumber() }),
    };
  }
}

@View('A bill that would be written.')
export class PreviewInvoice {
  @Nested(PreviewPeriod, { optional: true, description: 'The period that it bills.' })
  billingPeriodRange?: PreviewPeriod;

  @Text({ optional: true, nullable: true }) currency: string | null;
  @Num({ optional: true }) discount: number;
  @Nested(PreviewDiscountDetails, { optional: true, description: 'Absent where no coupon applies.' })
  discountDetails?: PreviewDiscountDetails;

  @ListOf(PreviewDiscount, { optional: true }) discounts: PreviewDiscount[];
  @ListOf(PreviewLine, { optional: true }) lines: PreviewLine[];
  @Num({ description: 'Below zero where more comes back than is due.' }) subTotal: number;
  @Num({ optional: true }) tax: number;
  @Num({ description: 'What is to be paid, after the balance of who pays: zero at least.' }) total: number;

  /** @param balance of who pays, used for it. Domain: customers-subscriptions W2 */
  static from(bill: Bill | null, balance = zero): PreviewInvoice {
    if (!bill)
      return { currency: null, discount: 0, discounts: [], lines: [], subTotal: 0, tax: 0, total: 0 };
    const { currency, period, totals, lines, held = [], coupon } = bill;
    const isOff = coupon !== null && !totals.discount.isZero();
    const amount = (exact: Decimal): number => Money.of(exact, currency).toNumber();
    return {
      billingPeriodRange: period,
      currency,
      discount: amount(totals.discount),
      ...(isOff && { discountDetails: PreviewDiscountDetails.from(coupon, currency) }),
      discounts: isOff ? [{ amount: amount(totals.discount), currency, description: coupon.name }] : [],
      lines: [
        ...held.map((line) => heldLine(line, currency)),
        ...lines.map((line) => PreviewLine.from(line, bill)),
      ],
      subTotal: amount(totals.subTotal),
      tax: amount(totals.tax),
      total: amount(Decimal.max(zero, totals.total.minus(balance))),
    };
  }
}

@View('Copies of an addon that cost nothing.')
export class PreviewFreeItem {
  @Text() id: string;
  @Int() quantity: number;

  static ofAll({ purchase }: Subscription): PreviewFreeItem[] {
    const free = purchase?.freeItems ?? [];
    return free.map(({ addonId: id, quantity }) => ({ id, quantity }));
  }
}

@View('What a subscription would cost: nothing of it was made.')
export class SubscriptionPreview {
  @Nested(PreviewPeriod, { optional: true, description: 'The billing period that would run.' })
  billingPeriodRange?: PreviewPeriod;

  @ListOf(PreviewFreeItem, {
    optional: true,
    description: 'By what the plan gives away of its package groups.',
  })
  freeItems: PreviewFreeItem[];
  @Bool({ optional: true, description: 'Something would wait for the end of a period.' })
  hasScheduledUpdates: boolean;

  @Nested(PreviewInvoice, { description: 'Due at once.' }) immediateInvoice: PreviewInvoice;
  @Bool({ optional: true }) isPlanDowngrade: boolean;

  @Nested(PreviewInvoice, {
    optional: true,
    description: 'Of the next period that begins, with nothing used. Absent where none follows.',
  })
  recurringInvoice?: PreviewInvoice;
}

function averageOf({ steps, quantity, exactAmount }: TotaledLine): Decimal {
  if (quantity.isZero()) return zero;
  const whole = steps.reduce((all, step) => all.plus(step.amount), zero);
  return (steps.length > 0 ? whole : exactAmount).div(quantity);
}
