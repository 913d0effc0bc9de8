import { Input, OmitOf } from '#libs/shape/classes';
import { Bool, Dimensions, ListOf, Num, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ListQuery, queried } from '#libs/shape/list-query';
import { ledgerEventTypes, type LedgerEventType } from './domain/ledger-entry';

const reference = { min: 1, max: 255 } as const;

@Input('Credits to be taken from the wallet of a customer.')
export class ConsumeCreditsBody {
  @Num({ min: 1, description: 'Credits, kept to 9 decimals.' }) amount: number;
  @Text({ ...reference, description: 'Id of the custom currency.' }) currencyId: string;
  @Text(reference) customerId: string;

  @Text({
    ...reference,
    description: 'Unique for the customer and the currency: what is repeated is taken once.',
  })
  idempotencyKey: string;

  @Timestamp({ optional: true, description: 'When it was used, up to 90 days ago. Default: now.' })
  createdAt?: Date;

  @Dimensions({ optional: true }) dimensions?: Record<string, string | number | boolean>;
  @Text({ ...reference, optional: true }) resourceId?: string;

  @Bool({
    optional: true,
    description:
      'Refused where the balance would fall below 0, unless the credits of a subscription are soft. Without it what is used is a fact. Ours.',
  })
  enforceLimit?: boolean;
}

@Input('One of several consumptions. It is taken whether the credits are there or not.')
export class ConsumeCreditsElement extends OmitOf(ConsumeCreditsBody, ['enforceLimit']) {}

@Input('Consumptions that are taken together: all or none.')
export class ConsumeCreditsAsyncBody {
  @ListOf(ConsumeCreditsElement, { maxItems: 1000 }) consumptions: ConsumeCreditsElement[];
}

export const LedgerEventTypeEnum = enumShape<LedgerEventType>('CreditLedgerEventType', ledgerEventTypes);

export class ListCreditLedgerQuery extends ListQuery {
  @Text(reference) customerId: string;
  @Text({ ...reference, optional: true }) currencyId?: string;
  @ListOf(LedgerEventTypeEnum, queried) eventType?: LedgerEventType[];

  @Text({ ...reference, optional: true, description: 'Only its wallets. Default: all of the customer.' })
  resourceId?: string;
}

export class ProveCreditLedgerQuery {
  @Text(reference) customerId: string;
  @Text(reference) currencyId: string;
  @Text({ ...reference, optional: true, description: 'Default: the wallet of the customer itself.' })
  resourceId?: string;
}
