import { ListOf } from '#libs/shape/decorators';
import {
  EntitlementInput,
  mostRequested,
  type EntitlementInputCredit,
  type EntitlementInputFeature,
} from './package-entitlements.inputs';

export abstract class SetFeatureGroupBody {
  @ListOf(EntitlementInput, {
    optional: true,
    maxItems: mostRequested,
    description: 'One for each member of the group that the draft does not have yet.',
  })
  entitlements?: (EntitlementInputFeature | EntitlementInputCredit)[];
}
