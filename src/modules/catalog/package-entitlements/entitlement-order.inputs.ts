import { Input } from '#libs/shape/classes';
import { ListOf, OneOf, Text } from '#libs/shape/decorators';
import type { EntitlementKind } from './domain/entitlement-request';
import { maxEntitlements } from './domain/entitlement-rules';
import { EntitlementKindEnum } from './package-entitlements.views';

const reference = { min: 1, max: 255, optional: true } as const;

@Input('An entitlement as a plan or an addon tells it.')
export class PlacedEntitlementInput {
  @Text({ ...reference, description: 'Id of its feature or custom currency.' }) id?: string;

  @OneOf(EntitlementKindEnum, { optional: true, description: 'Default FEATURE, then CREDIT.' })
  type?: EntitlementKind;

  @Text({
    ...reference,
    description: 'The package that it is of; any other than that of the path is refused.',
  })
  packageId?: string;
}

export abstract class OrderEntitlementsBody {
  @Text({ ...reference, description: 'The package; that of the path.' }) id?: string;

  @ListOf(PlacedEntitlementInput, {
    minItems: 1,
    maxItems: maxEntitlements,
    description: 'In the order that they are to have. Those left out follow, in the order that they have.',
  })
  entitlements: PlacedEntitlementInput[];
}
