// `npm run new:module -- catalog/coupons [--singular coupon] [--into folder]`: the eight files of CONTRIBUTING.md for a new resource,
// and its entries in the lists that name every area.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ranks from '../src/modules/ranks.cjs';
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
await installIfStale();
const { inRoot, root } = await import('./lib/project.mjs');
const { listsWith } = await import('./lib/module-lists.mjs');
const { skeletonOf } = await import('./lib/module-skeleton.mjs');
const { wordsOf } = await import('./lib/module-words.mjs');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { singular: { type: 'string' }, into: { type: 'string' } },
});
const [context = '', area = ''] = (positionals[0] ?? '').split('/');
const isKebab = (text) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text);
if (!isKebab(area) || (options.singular !== undefined && !isKebab(options.singular))) {
  stop(
    'Name the context, and the area in the plural and in kebab-case: npm run new:module -- catalog/coupons',
  );
}
const contexts = ranks.map((each) => each.context);
if (!contexts.includes(context)) {
  stop(`There is no context '${context}'. There are: ${contexts.join(', ')}.`);
}
if (existsSync(inRoot('src/modules', context, area)) && options.into === undefined) {
  stop(`src/modules/${context}/${area} is there already.`);
}

const source = (path) => readFileSync(inRoot(path), 'utf8');
const codes = source('libs/kernel/errors/not-found-codes.ts') + source('libs/kernel/errors/own-nouns.ts');
const words = wordsOf(area, options.singular);
// The wire contract ends some of its codes in Error and others not.
const published = [`${words.Noun}NotFound`, `${words.Noun}NotFoundError`].find((code) =>
  new RegExp(`\\b${code}\\b`).test(codes),
);
words.notFound = published ?? `${words.Noun}NotFound`;

const target = resolve(options.into ?? root);
const skeleton = await skeletonOf(context, words);
const lists = listsWith(context, words, source);
for (const [path, text] of [...skeleton, ...lists]) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
  console.log(`  ${path}`);
}
const written = [...skeleton, ...lists]
  .map(([path]) => join(target, path))
  .filter((path) => /\.(ts|cjs)$/.test(path));
spawnSync(process.execPath, [inRoot('node_modules/oxfmt/bin/oxfmt'), ...written], { stdio: 'inherit' });
console.log(
  `\nWritten. What remains:\n${remaining()
    .map((step) => `  - ${step}`)
    .join('\n')}`,
);

function remaining() {
  const lacks = (path, text) => !source(path).includes(text);
  return [
    `src/modules/ranks.cjs: '${area}' may import all of '${context}'; move it down for who shall import it`,
    ...(lacks('libs/kernel/errors/reserved.ts', `'${words.notFound}'`)
      ? []
      : [`libs/kernel/errors/reserved.ts: take ${words.notFound} out, it is thrown now`]),
    'the fields, the rules and the README of the area: the skeleton knows id, displayName, description and metadata only',
    `npm run migration:generate -- ${area}`,
    'npm run generate, then npm test',
  ];
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
