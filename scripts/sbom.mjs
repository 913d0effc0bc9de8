// `npm run -s sbom > sbom.json`: the bill of materials of what is shipped, as CycloneDX JSON; with `-- <file>` into that file.
import { writeFileSync } from 'node:fs';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { billOfMaterials } = await import('./lib/shipped.mjs');

const text = `${JSON.stringify(await billOfMaterials(), null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, text);
else process.stdout.write(text);
