import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot, readJson } from './project.mjs';

const folder = inRoot('dist/bundle');
const optional = Object.keys(readJson(inRoot('package.json')).optionalDependencies);

/** What packages would load if it were installed, and what reads files beside itself: Node looks for them at run time. */
const leftToNode = [
  'swagger-ui-dist',
  'typescript',
  'ts-morph',
  'class-transformer/storage',
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/express5',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
];

/** ES modules that make a `require` of their own hide from the bundler what they load: a second copy of it, at run time. */
const seeOwnRequire = {
  name: 'see-own-require',
  setup({ onLoad }) {
    const own = /^const require = createRequire\(import\.meta\.url\);$/m;
    onLoad({ filter: /[\\/]@nestjs[\\/](mapped-types|swagger)[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return own.test(text) ? { contents: text.replace(own, ''), loader: 'js' } : undefined;
    });
  },
};

const common = {
  absWorkingDir: inRoot(),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Node's own condition for a require() of an ES module; the default of the bundler would prefer what browsers get.
  conditions: ['module-sync'],
  // Of classes; see withNamesOfClasses.
  keepNames: true,
  supported: { 'dynamic-import': false },
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
};

/**
 * Packs the compiled service into two scripts for src/bundle.ts: our code with the map of its sources, and the packages it
 * asks for, which are packed again only when they changed. ADR-0039
 */
export async function bundle() {
  const { build, stop } = await import('esbuild');
  try {
    await pack(build);
  } finally {
    // Its helper process would live as long as the service that `npm start` becomes.
    await stop();
  }
}

async function pack(build) {
  mkdirSync(folder, { recursive: true });
  const names = await packService(build);
  const key = keyOf(names);
  const keyFile = join(folder, 'packages.key');
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;
  rmSync(keyFile, { force: true });
  await packPackages(build, names);
  writeFileSync(keyFile, key);
}

/** @returns the packages that our code asks for */
async function packService(build) {
  const { outputFiles, metafile } = await build({
    ...common,
    stdin: {
      contents: `exports.load = () => require('./dist/src/start-service.js');
exports.start = () => void require('./dist/src/main.js');
exports.admin = () => require('./dist/cli/admin/command.js');
exports.migration = () => require('./dist/src/migrate.js');`,
      resolveDir: inRoot(),
      sourcefile: 'service-entry.js',
    },
    packages: 'external',
    // Asked for by name at run time: files that the build copied, and threads.
    external: ['#assets/*', '#libs/business/rendering/render-invoice.thread'],
    outfile: 'dist/bundle/service.js',
    sourcemap: 'external',
    sourcesContent: false,
    ...wrapped(''),
  });
  for (const file of outputFiles) {
    if (file.path.endsWith('.map')) writeFileSync(`${join(folder, 'service.js')}.map`, file.text);
    else writeScript('service', file.text);
  }
  const { imports } = metafile.outputs['dist/bundle/service.js'];
  const asked = imports.filter(({ kind }) => kind === 'require-call').map(({ path }) => path);
  const isPackage = (name) =>
    !name.startsWith('node:') && !builtinModules.includes(name) && !optional.includes(name);
  return [...new Set(asked.filter(isPackage))].sort();
}

async function packPackages(build, names) {
  const loaders = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: `module.exports = { ${loaders.join(',\n')} };`,
      resolveDir: inRoot(),
      sourcefile: 'packages-entry.js',
    },
    external: [...leftToNode, ...optional],
    outfile: 'dist/bundle/packages.js',
    plugins: [seeOwnRequire],
    define: { 'import.meta.url': '__bundleUrl' },
    ...wrapped('const __bundleUrl = require("node:url").pathToFileURL(__filename).href;'),
  });
  writeScript('packages', outputFiles[0].text);
}

/** As Node wraps a module; the loader compiles the script as it is. */
const wrapped = (first) => ({
  banner: { js: `(function (exports, require, module, __filename, __dirname) {${first}` },
  footer: { js: '})' },
});

/**
 * Names of classes are told in messages and used as keys of providers, so they stay what they were. Functions go without:
 * to name every closure at the moment when it is made was a twentieth of the time of a check.
 */
function withNamesOfClasses(text) {
  const helper = /^var __name = (?=\(target, value\) => __defProp\()/m;
  const ofClass = /(?<=static \{\s*)__name(?=\(this, )/g;
  if (!helper.test(text) || !ofClass.test(text))
    throw new Error('The bundler names classes in another way now');
  return text
    .replace(ofClass, '__nameClass')
    .replace(helper, 'var __name = (target) => target, __nameClass = ');
}

/** Headed by its digest, which names its code caches; the old ones go. */
function writeScript(name, packed) {
  const text = withNamesOfClasses(packed);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  for (const file of readdirSync(folder)) {
    if (file.startsWith(`${name}.`) && file.endsWith('.cache')) rmSync(join(folder, file));
  }
  writeFileSync(join(folder, `${name}.js`), `/*${digest}*/${text}`);
}

/** Changes with the packages, with what is asked of them, and with how they are packed. */
const keyOf = (names) =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(names.join())
    .digest('hex');
