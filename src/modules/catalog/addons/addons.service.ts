import { PackagesOf } from '#modules/catalog/packages';
import type { CreateAddonBody, UpdateAddonBody } from './addons.inputs';
import { Addon } from './addons.views';

/** Packages that are bought on top of a plan. */
export class AddonsService extends PackagesOf('ADDON', {
  view: Addon,
  asked: ({ status: _, pricingType, maxQuantity, ...rest }: CreateAddonBody) => ({
    ...rest,
    terms: { pricingType, maxQuantity },
  }),
  update: ({ dependencies, maxQuantity, status, charges, ...changes }: UpdateAddonBody) => ({
    changes,
    terms: { dependencies, maxQuantity },
    charges,
    status,
  }),
}) {}
