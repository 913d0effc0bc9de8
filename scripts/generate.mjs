// `npm run generate`: writes the committed documents (openapi.json, schema.gql, docs/error-codes.md, docs/data-export.md, docs/domain/INDEX.md, .env.example) anew.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { build } = await import('./lib/build.mjs');
const { run } = await import('./lib/project.mjs');

await installIfStale();
const built = await build();
process.exitCode =
  built.code === 0 ? (await run([process.execPath, 'dist/src/generate.js'])).code : built.code;
