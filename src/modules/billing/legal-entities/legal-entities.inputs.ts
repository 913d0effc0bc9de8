import { maxTaxIds, PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { slugPattern } from '#libs/kernel/ids';
import { Input, OmitOf, PartialOf } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Text } from '#libs/shape/decorators';
import { queried } from '#libs/shape/list-query';
import type { RetirementStatus } from './domain/legal-entity';
import { LegalEntityStatusEnum } from './legal-entities.views';

const clearable = { optional: true, nullable: true } as const;
const prefixPattern = /^[a-zA-Z0-9][a-zA-Z0-9/_-]*$/;

@Input('Its payment accounts are created one by one.')
export class CreateLegalEntityBody {
  @Text({
    min: 1,
    max: 255,
    pattern: slugPattern,
    optional: true,
    description: 'Left out: made by the server.',
  })
  id?: string;

  @Text({ min: 1, max: 255 }) name: string;

  @Text({ min: 1, max: 255, ...clearable, description: 'As invoices print it; null: name.' })
  legalName?: string | null;

  @Text({ min: 1, max: 100, ...clearable, description: 'In the register of companies.' })
  registrationNumber?: string | null;

  @Nested(PostalAddress, clearable) address?: PostalAddress | null;
  @ListOf(TaxId, { maxItems: maxTaxIds, optional: true }) taxIds?: TaxId[];
  @Text({ max: 255, format: 'email', ...clearable }) email?: string | null;

  @Text({
    min: 1,
    max: 20,
    pattern: prefixPattern,
    ...clearable,
    description: 'Begins the numbers of its invoices.',
  })
  invoiceNumberPrefix?: string | null;

  @Bool({
    optional: true,
    description: 'True takes it from the present default. The first one is the default in any case.',
  })
  isDefault?: boolean;
}

@Input('What is absent stays; address and taxIds are replaced as a whole.')
export class UpdateLegalEntityBody extends PartialOf(OmitOf(CreateLegalEntityBody, ['id'])) {}

export class ListLegalEntitiesQuery {
  @ListOf(LegalEntityStatusEnum, {
    ...queried,
    description: 'Default ACTIVE. Archived payment accounts are told where ARCHIVED is asked for.',
  })
  status?: RetirementStatus[];
}
