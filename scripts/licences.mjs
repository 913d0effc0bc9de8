// Part of `npm test`: refuses what is shipped under a licence that scripts/lib/licences.mjs does not allow. With a file, judges the
// bill of materials in it.
import { readFileSync } from 'node:fs';
import { faultsOfLicences } from './lib/licences.mjs';
import { billOfMaterials } from './lib/shipped.mjs';

const [file] = process.argv.slice(2);
const { components } = file ? JSON.parse(readFileSync(file, 'utf8')) : await billOfMaterials();
const faults = faultsOfLicences(components);
for (const fault of faults) console.error(fault);
console.log(`${components.length} components, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
