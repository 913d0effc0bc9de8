import { once } from './lean';
import {
  makesVersion,
  normalPackage,
  packageReferences,
  toldContents,
  type PackageDocument,
} from './package-document';
import type { PartForm } from './part-form';

export interface AddonDocument extends PackageDocument {
  dependencies?: string[] | null;
  /** Null is unlimited. */
  maxQuantity?: number | null;
}

export const addonForm: PartForm<AddonDocument> = {
  part: 'addons',
  kind: 'ADDON',
  resource: 'addons',
  fixed: ['productId'],
  canReturn: true,
  normal: (given) =>
    normalPackage(given, { dependencies: once(given.dependencies), maxQuantity: given.maxQuantity }),
  toldBeside: (addon, told) => {
    const contents = toldContents(addon, told);
    const { dependencies } = addon;
    const left = dependencies?.filter((id) => told('addons').has(id));
    const isWhole = !contents && left?.length === dependencies?.length;
    return isWhole ? addon : addonForm.normal({ ...addon, ...contents, dependencies: left });
  },
  references: (addon) => [
    ...packageReferences(addon),
    ...(addon.dependencies ?? []).map((id) => ({ path: 'dependencies', part: 'addons' as const, id })),
  ],
  follows: ({ dependencies }) => dependencies ?? [],
  makesVersion,
};
