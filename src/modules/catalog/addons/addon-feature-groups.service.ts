import { FeatureGroupsOf } from '#modules/catalog/package-entitlements';

/** Feature groups on the draft of an addon. */
export class AddonFeatureGroupsService extends FeatureGroupsOf('ADDON') {}
