import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { slugPattern } from '#libs/kernel/ids';
import { Input, OmitOf, PartialOf } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';

const clearable = { optional: true, nullable: true } as const;
// National numbers are as many as nations; hyphens and blanks are part of some.
const numberPattern = /^[a-zA-Z0-9][a-zA-Z0-9 ./-]*$/;

@Input()
export class CreatePaymentAccountBody {
  @Text({
    min: 1,
    max: 255,
    pattern: slugPattern,
    optional: true,
    description: 'Left out: made by the server.',
  })
  id?: string;

  @Text({ min: 1, max: 255 }) name: string;
  @Text({ min: 1, max: 255, ...clearable }) bankName?: string | null;

  @Text({ min: 1, max: 255, ...clearable, description: 'Null: the legal entity.' })
  accountHolder?: string | null;

  @Text({ max: 50, format: 'iban', ...clearable }) iban?: string | null;

  @Text({ min: 1, max: 34, pattern: numberPattern, ...clearable, description: 'Where there is no IBAN.' })
  accountNumber?: string | null;

  @Text({ min: 1, max: 34, pattern: numberPattern, ...clearable, description: 'Names bank and branch.' })
  routingNumber?: string | null;

  @Text({ max: 11, format: 'bic', ...clearable, description: 'BIC, also called SWIFT code.' })
  bic?: string | null;

  @OneOf(CurrencyEnum, { ...clearable, description: 'Null: any.' }) currency?: CurrencyCode | null;
}

@Input('What is absent stays. Invoices that were issued keep what they tell.')
export class UpdatePaymentAccountBody extends PartialOf(OmitOf(CreatePaymentAccountBody, ['id'])) {}
