import { EntitlementsOf } from '#modules/catalog/package-entitlements';

/** Entitlements of the draft of an addon. */
export class AddonEntitlementsService extends EntitlementsOf('ADDON') {}
