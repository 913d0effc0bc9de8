import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { inRoot, root } from './project.mjs';

/** Tests through the doors whose names do not tell the module that they are about. */
const furtherTests = {
  'catalog-as-code': ['blast-radius-truth'],
  'bulk-import': ['customer-import', 'subscription-import', 'import-command'],
  charges: ['plan-charges', 'addon-charges', 'plan-charge-versions', 'catalog-prices', 'priced-references'],
  identity: ['access', 'api-keys', 'api-key-rotation', 'api-key-uses', 'permissions'],
  metering: ['entitlement-check', 'usage'],
  packages: ['plan-entitlements', 'entitlement-operations', 'entitlement-order', 'plan-publication'],
};

const specsUnder = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.-]spec\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const singular = (word) => word.replace(/ies$/, 'y').replace(/s$/, '');
const words = (name) => name.split('-').map(singular).join('-');

/** What tests call an area that has a longer name among the modules. */
const shortNames = { 'catalog-as-code': 'catalog' };

/** `customer-invoices` is about `invoices`, `plan-charges` about `plans`. */
const isAbout = (test, area) => `-${words(test)}-`.includes(`-${words(area)}-`);

const foldersIn = (folder) =>
  readdirSync(inRoot(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

const areas = () =>
  [foldersIn('src/modules').flatMap(foldersIn), foldersIn('libs'), foldersIn('libs/business')].flat();

/**
 * What belongs to one area: a module, or a folder of libs.
 * @returns its sources and its tests, beside them and through the doors; undefined when there is no such area
 */
export function areaOf(name) {
  const folder = areas().find((each) => basename(each) === name);
  if (!folder) return undefined;
  const doors = specsUnder('test/e2e').filter((file) => {
    const test = file.slice('test/e2e/'.length).replace('.e2e-spec.ts', '');
    return isAbout(test, shortNames[name] ?? name) || furtherTests[name]?.includes(test);
  });
  return { folder, tests: [...specsUnder(folder), ...doors] };
}

export const areaNames = () => areas().map((folder) => basename(folder));
