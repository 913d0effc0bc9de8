import { ChargesOf } from '#modules/catalog/package-prices';

/** Price rows of an addon. */
export class AddonChargesService extends ChargesOf('ADDON') {}
