import type { PaymentTime } from '#libs/business/pricing/bill-line';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { BillingCycleUnitEnum, ContractPaymentTimeEnum } from './contract-billing.views';
import type { CycleUnit } from './domain/cycles';

const reference = { min: 1, max: 255 } as const;
const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const percent = { min: 0, max: 100, ...clearable } as const;
const days = { min: 0, max: 3_650, ...clearable } as const;

@Input('A row of prices; what its pricing model does not take is left aside. A null is an absent number.')
export class ContractLineRow {
  @Num({ ...clearable, description: 'What is agreed on; of a flat rate 1, when absent.' })
  quantity?: number | null;

  @Num({ ...clearable, description: 'Of one unit, package or, in a stairstep, row; up to 12 decimals.' })
  price?: number | null;

  @Num({ ...clearable, description: 'Where the row before ends, when absent.' }) from?: number | null;
  @Num({ ...clearable, description: 'Inclusive; the last row may be open.' }) to?: number | null;
  @Num(clearable) packageSize?: number | null;
}

@Input('One thing that a contract bills.')
export class ContractLineItem {
  @Text(reference) name: string;

  @OneOf(ContractPaymentTimeEnum, {
    ...optional,
    description: 'Default IN_ADVANCE; what is paid as you go is always IN_ARREARS.',
  })
  paymentTime?: PaymentTime;

  @Text({ ...reference, ...clearable, description: 'Unique in the contract.' }) externalId?: string | null;

  @Text({ ...reference, ...clearable, description: 'What is sold; made when no item has this name.' })
  itemName?: string | null;

  @Text({ ...reference, ...clearable, description: 'Of GET /contracts/pricing-models; default a flat rate.' })
  pricingModelId?: string | null;

  @ListOf(ContractLineRow, { maxItems: 100, ...optional, description: 'Without any, nothing is to pay.' })
  rows?: ContractLineRow[];

  @OneOf(BillingCycleUnitEnum, { ...optional, description: 'Default monthly.' }) billingCycleUnit?: CycleUnit;

  @Int({ min: 1, max: 1_000, ...optional, description: 'Default 1; a one_time line has one cycle.' })
  billingCycleCount?: number;

  @Num({ ...percent, description: 'Percent.' }) discount?: number | null;
  @Num({ ...percent, description: 'Percent, after the discount.' }) tax?: number | null;
  @Int({ ...days, description: 'Days from issue to due.' }) netTerms?: number | null;

  @Bool({
    ...optional,
    description: 'Default false: lines of one period and the same terms share an invoice.',
  })
  separateInvoice?: boolean;
}

@Input('Line items beside those that the contract has. What is absent is as those agree on it.')
export class AddContractLineItemsBody {
  @ListOf(ContractLineItem, { minItems: 1, maxItems: 100 }) lineItems: ContractLineItem[];

  @OneOf(CurrencyEnum, {
    ...optional,
    description: 'Of all lines; default the billingCurrency of the customer.',
  })
  currency?: CurrencyCode;

  @Text({ max: 255, ...clearable }) legalEntityId?: string | null;

  @Timestamp({ ...clearable, description: 'Only the day counts, in UTC; default that of the contract.' })
  activationStartDate?: Date | null;

  @Timestamp({ ...clearable, description: 'The last day.' }) activationEndDate?: Date | null;
}

@Input('All rows of the line item from now on.')
export class UpdateContractLineItemBody {
  @ListOf(ContractLineRow, { maxItems: 100 }) rows: ContractLineRow[];
}

@Input('Terms of every line. What is absent stays, null clears.')
export class UpdateContractBillingTermsBody {
  @Timestamp({ ...clearable, description: 'Only the day counts, in UTC.' }) activationStartDate?: Date | null;
  @Timestamp({ ...clearable, description: 'The last day.' }) activationEndDate?: Date | null;
  @OneOf(CurrencyEnum, optional) currency?: CurrencyCode;
  @Int({ ...days, description: 'Days from issue to due.' }) netTerms?: number | null;
}

@Input('Who bills, and what the documents say. What is absent stays, null clears.')
export class UpdateContractBillingSettingsBody {
  @Text({ max: 255, ...clearable, description: 'Of GET /contracts/legal-entities.' })
  legalEntityId?: string | null;

  @Text({
    max: 255,
    ...clearable,
    description: 'Of that legal entity; the payment is by bank transfer then.',
  })
  paymentAccountId?: string | null;

  @Text({ max: 2_000, ...clearable, description: 'Printed on the documents.' }) note?: string | null;
}

@Input('The rows of one line item.')
export class AmendedLineItem extends UpdateContractLineItemBody {
  @Text({ ...reference, description: 'Its externalId or itemId.' }) itemRef: string;
}

@Input('What changes of a published contract; made in this order, all or nothing.')
export class AmendContractBillingBody {
  @Bool({
    ...optional,
    description:
      'Default true: all invoices are made anew. false: those of periods that have begun stay, and what changes does so from the next period of each line on.',
  })
  includeCurrentInvoice?: boolean;

  @ListOf(reference, { ...optional, maxItems: 100, description: 'externalId or itemId of lines to remove.' })
  removeLineItems?: string[];

  @ListOf(AmendedLineItem, { ...optional, maxItems: 100 }) updateLineItems?: AmendedLineItem[];
  @ListOf(ContractLineItem, { ...optional, maxItems: 100 }) addLineItems?: ContractLineItem[];
  @Nested(UpdateContractBillingTermsBody, optional) terms?: UpdateContractBillingTermsBody;
  @Nested(UpdateContractBillingSettingsBody, optional) settings?: UpdateContractBillingSettingsBody;
}

export class InvoiceScheduleQuery {
  @Int({ min: 1, max: 5_000, ...optional, description: 'The first invoices only; totals are of all.' })
  count?: number;
}
