import type { PaymentTime } from '#libs/business/pricing/bill-line';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { View } from '#libs/shape/classes';
import { ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { BillingSummary } from './domain/billing-summary';
import type { ItemTotals } from './domain/contract-totals';
import { cycleUnits, type CycleUnit } from './domain/cycles';

export const BillingCycleUnitEnum = enumShape<CycleUnit>('BillingCycleUnit', cycleUnits);
export const ContractPaymentTimeEnum = enumShape<PaymentTime>('ContractPaymentTime', [
  'IN_ADVANCE',
  'IN_ARREARS',
]);

@View('What one line item comes to, over all its cycles.')
export class ContractItemTotals {
  @Text() itemId: string;
  @Text() name: string;
  @Num() subTotal: number;
  @Num() discount: number;
  @Num() tax: number;
  @Num() total: number;

  static from(this: void, { itemId, name, subTotal, discount, tax, total }: ItemTotals): ContractItemTotals {
    return {
      ...{ itemId, name, subTotal: subTotal.toNumber(), discount: discount.toNumber() },
      ...{ tax: tax.toNumber(), total: total.toNumber() },
    };
  }
}

@View('What a contract comes to over its whole activation window: the sum of all its invoices, before usage.')
export class ContractBillingTotals {
  @Text() contractId: string;
  @Text({ description: 'The same as contractId.' }) externalId: string;
  @Num() subTotal: number;
  @Num() totalDiscount: number;
  @Num() totalTax: number;
  @Num() total: number;
  @ListOf(ContractItemTotals) items: ContractItemTotals[];

  @OneOf(CurrencyEnum, { optional: true, description: 'Absent while no line and no customer tells it.' })
  currency?: CurrencyCode;

  @Timestamp({
    nullable: true,
    description: 'This and the next are null where unset, or where lines differ.',
  })
  activationStartDate: Date | null;

  @Timestamp({ nullable: true }) activationEndDate: Date | null;
  @Num({ min: 0, nullable: true, description: 'Days from issue to due.' }) netTerms: number | null;
  @Text({ nullable: true }) legalEntityId: string | null;
  @Text({ nullable: true }) paymentAccountId: string | null;

  static from(
    this: void,
    { contractId, totals, currency, ...agreed }: BillingSummary,
  ): ContractBillingTotals {
    const { activationStartDate, activationEndDate, netTerms, legalEntityId, paymentAccountId } = agreed;
    const { items, subTotal, discount, tax, total } = totals;
    return {
      contractId,
      externalId: contractId,
      subTotal: subTotal.toNumber(),
      totalDiscount: discount.toNumber(),
      totalTax: tax.toNumber(),
      total: total.toNumber(),
      items: items.map(ContractItemTotals.from),
      ...(currency === null ? {} : { currency }),
      ...{ activationStartDate, activationEndDate, netTerms, legalEntityId, paymentAccountId },
    };
  }
}
