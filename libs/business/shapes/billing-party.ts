import { taxIdTypes } from '#libs/business/values/tax-id';
import { Shared } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

/** Of one party. */
export const maxTaxIds = 10;

const part = { max: 255, optional: true, nullable: true } as const;

@Shared('As it stands on a letter.')
export class PostalAddress {
  @Text(part)
  line1?: string | null;

  @Text(part)
  line2?: string | null;

  @Text(part)
  city?: string | null;

  @Text(part)
  state?: string | null;

  @Text({ ...part, max: 32 })
  postalCode?: string | null;

  @Text({ ...part, description: 'ISO 3166-1 alpha-2.' })
  country?: string | null;
}

@Shared('A number under which a tax office knows somebody.')
export class TaxId {
  @Text({ min: 1, max: 50, description: `One of ${taxIdTypes.join(', ')}.` })
  type: string;

  @Text({ min: 1, max: 50, description: 'Checked by its type.' })
  value: string;
}
