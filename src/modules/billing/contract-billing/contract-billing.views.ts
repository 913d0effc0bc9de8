import { type CurrencyCode, minorUnitDigits } from '#libs/kernel/currency';
import type { PaymentTime } from '#libs/pricing/bill-line';
import { View } from '#libs/shape/classes';
import { ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CurrencyEnum } from '#libs/shape/money';
import type { StoredContract } from '#modules/billing/contracts';
import { agreedOn } from './domain/agreed';
import { contractTotals, type ItemTotals } from './domain/contract-totals';
import { cycleUnits, type CycleUnit } from './domain/cycles';
import type { LineItem } from './domain/line-item';

export const BillingCycleUnitEnum = enumShape<CycleUnit>('BillingCycleUnit', cycleUnits);
export const ContractPaymentTimeEnum = enumShape<PaymentTime>('ContractPaymentTime', [
  'IN_ADVANCE',
  'IN_ARREARS',
]);

@View('What one line item comes to, over all its cycles.')
export class ContractItemTotals {
  @Text()
  itemId: string;

  @Text()
  name: string;

  @Num()
  subTotal: number;

  @Num()
  discount: number;

  @Num()
  tax: number;

  @Num()
  total: number;

  static from(this: void, { itemId, name, subTotal, discount, tax, total }: ItemTotals): ContractItemTotals {
    return {
      ...{ itemId, name, subTotal: subTotal.toNumber(), discount: discount.toNumber() },
      ...{ tax: tax.toNumber(), total: total.toNumber() },
    };
  }
}

/** What is billed of a contract: its lines in their order, and their currency while there is one. */
export interface BilledContent {
  contract: StoredContract;
  lines: readonly LineItem[];
  currency: CurrencyCode | null;
}

const defaultDigits = 2;

/** Digits of the amounts; without a currency there are no lines, and nothing to round. */
export const digitsOf = (currency: CurrencyCode | null): number =>
  currency === null ? defaultDigits : minorUnitDigits(currency);

@View('What a contract comes to over its whole activation window: the sum of all its invoices, before usage.')
export class ContractBillingTotals {
  @Text()
  contractId: string;

  @Text({ description: 'The same as contractId.' })
  externalId: string;

  @Num()
  subTotal: number;

  @Num()
  totalDiscount: number;

  @Num()
  totalTax: number;

  @Num()
  total: number;

  @ListOf(ContractItemTotals)
  items: ContractItemTotals[];

  @OneOf(CurrencyEnum, { optional: true, description: 'Absent while no line and no customer tells it.' })
  currency?: CurrencyCode;

  @Timestamp({
    nullable: true,
    description: 'This and the next are null where unset, or where lines differ.',
  })
  activationStartDate: Date | null;

  @Timestamp({ nullable: true })
  activationEndDate: Date | null;

  @Num({ min: 0, nullable: true, description: 'Days from issue to due.' })
  netTerms: number | null;

  @Text({ nullable: true })
  legalEntityId: string | null;

  @Text({ nullable: true })
  paymentAccountId: string | null;

  static from({ contract, lines, currency }: BilledContent): ContractBillingTotals {
    const billed = lines.map((line) => line.billed);
    const { items, subTotal, discount, tax, total } = contractTotals(billed, digitsOf(currency));
    const day = (term: 'activationStartDate' | 'activationEndDate'): Date | null => {
      const at = agreedOn(lines, (line) => line[term]?.getTime() ?? null, contract[term]?.getTime() ?? null);
      return at === null ? null : new Date(at);
    };
    return {
      contractId: contract.id,
      externalId: contract.id,
      subTotal: subTotal.toNumber(),
      totalDiscount: discount.toNumber(),
      totalTax: tax.toNumber(),
      total: total.toNumber(),
      items: items.map(ContractItemTotals.from),
      ...(currency === null ? {} : { currency }),
      activationStartDate: day('activationStartDate'),
      activationEndDate: day('activationEndDate'),
      netTerms: agreedOn(lines, (line) => line.netTerms),
      legalEntityId: agreedOn(lines, (line) => line.legalEntityId),
      paymentAccountId: agreedOn(lines, (line) => line.paymentAccountId),
    };
  }
}
