import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { operationsOf, permissionsOf } from './operations.mjs';

const folder = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const output = join(folder, '../dist/assets/console');
const contract = join(folder, '../openapi.json');

/** What openapi.json says, as modules: what each operation takes, for the forms, and what it needs, for what is offered. */
const modules = {
  // Parsing a text is quicker than reading the same as a program.
  'virtual:operations': (document) =>
    `export const contract = JSON.parse(${JSON.stringify(JSON.stringify(operationsOf(document)))});`,
  'virtual:permissions': (document) => `export const needs = ${JSON.stringify(permissionsOf(document))};`,
};

const operations = () => ({
  name: 'operations',
  resolveId: (id) => (id in modules ? `\0${id}` : undefined),
  load(id) {
    const write = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
    if (!write) return undefined;
    this.addWatchFile(contract);
    return write(JSON.parse(readFileSync(contract, 'utf8')));
  },
});

/** The service compresses nothing at the time of a request: each file stands there as it is sent. */
const compressed = () => ({
  name: 'compressed',
  apply: 'build',
  writeBundle() {
    const assets = join(output, 'assets');
    for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))) {
      const content = readFileSync(join(assets, file));
      writeFileSync(
        join(assets, `${file}.br`),
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      );
      writeFileSync(join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: folder,
  base: '/console/',
  plugins: [operations(), compressed()],
  logLevel: 'warn',
  resolve: { alias: { '~': join(folder, 'src') } },
  build: {
    outDir: output,
    emptyOutDir: true,
    target: 'es2022',
    // What the policy of the page allows: files, and nothing that stands in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // Packages say `use client` to servers that render; here all is client. How long plugins took is nobody's business at a start.
    rolldownOptions: {
      onLog: (level, log, tell) =>
        !['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'].includes(log.code) && tell(level, log),
    },
  },
  // `npm run dev:console`: the console as it is written, beside a service that runs.
  server: {
    port: 3001,
    proxy: Object.fromEntries(
      ['/api', '/docs', '/health'].map((path) => [
        path,
        process.env.CONSOLE_SERVICE ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
});
