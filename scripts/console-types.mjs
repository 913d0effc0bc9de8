// Part of `npm test`: the types of the console, against those that openapi.json gives. `--wire` makes these alone, for an editor.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, packageProgram, run } from './lib/project.mjs';

const contract = inRoot('openapi.json');
const wire = inRoot('node_modules/.cache/console/wire.ts');

const digest = `// ${createHash('sha256').update(readFileSync(contract)).digest('hex')}\n`;
if (!existsSync(wire) || !readFileSync(wire, 'utf8').startsWith(digest)) {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = await openapiTypes(JSON.parse(readFileSync(contract, 'utf8')), { alphabetize: true });
  mkdirSync(dirname(wire), { recursive: true });
  writeFileSync(wire, digest + astToString(types));
}
if (!process.argv.includes('--wire')) {
  const { code } = await run([...packageProgram('typescript-7', 'tsc'), '-p', 'console/tsconfig.json']);
  process.exitCode = code;
}
