import { maxTaxIds, PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, StringMap, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { ProrationBehavior } from './domain/billing';

const ProrationBehaviorEnum = enumShape<ProrationBehavior>('ProrationBehavior', [
  'INVOICE_IMMEDIATELY',
  'CREATE_PRORATIONS',
  'NONE',
]);

const ofProvider = { max: 255, optional: true, nullable: true } as const;

@Input('How a subscription is billed that is collected by CHARGE or INVOICE.')
export class BillingInformation {
  @Nested(PostalAddress, { optional: true, description: 'Instead of the customer’s, on its invoices.' })
  billingAddress?: PostalAddress;

  @Text({
    ...ofProvider,
    description: 'Answers UnsupportedParameter: money is collected on the account of the integration.',
  })
  chargeOnBehalfOfAccount?: string | null;

  @Text({
    ...ofProvider,
    description: 'Under CHARGE the integration that collects; there is one at most, so nobody has to say it.',
  })
  integrationId?: string | null;

  @Int({ min: 0, max: 3650, optional: true, description: 'Days from issue to due. Default: 30.' })
  invoiceDaysUntilDue?: number;

  @Bool({ optional: true, description: 'True needs a `startDate` that has gone by.' }) isBackdated?: boolean;
  @Bool({ optional: true, description: 'The first invoice is paid in another way: it is issued PAID.' })
  isInvoicePaid?: boolean;

  @StringMap({ optional: true, description: 'Told with the events of its invoices.' })
  metadata?: Record<string, string>;

  @OneOf(ProrationBehaviorEnum, {
    optional: true,
    description:
      'Of what changes within a period: INVOICE_IMMEDIATELY bills it at once, which is the default; CREATE_PRORATIONS with the next invoice; NONE not at all.',
  })
  prorationBehavior?: ProrationBehavior;

  @ListOf(TaxId, { maxItems: maxTaxIds, optional: true, description: 'Instead of the customer’s.' })
  taxIds?: TaxId[];

  @Num({ min: 0, max: 100, optional: true, description: 'Of the amount after discount. Default: 0.' })
  taxPercentage?: number;

  @ListOf(
    { max: 255 },
    {
      maxItems: 50,
      optional: true,
      description: 'Answers UnsupportedParameter: taxes are worked out here, by `taxPercentage`.',
    },
  )
  taxRateIds?: string[];
}
