import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { tellSources } from './source-positions';

/** Beside the folders of the compiled sources. Written by scripts/lib/bundle.mjs */
const folder = join(__dirname, '../bundle');

type Require = Pick<NodeJS.Require, 'resolve'> & ((name: string) => unknown);
type Module = { exports: unknown };
type Wrapper = (exports: unknown, require: Require, module: Module, file: string, folder: string) => void;

/** One script of the build, compiled from V8's code cache where there is one. */
class BundledScript {
  readonly file: string;
  private readonly script: Script;
  private readonly cacheFile: string;

  constructor(name: 'packages' | 'service') {
    this.file = join(folder, `${name}.js`);
    // The bundler writes ASCII alone, and reading it as such takes a third of the time.
    const source = readFileSync(this.file, 'latin1');
    // V8 compares no more than lengths: a cache belongs to the digest of its source. The tag is V8's version and flags.
    const digest = source.slice(2, 18);
    this.cacheFile = join(folder, `${name}.${digest}.${cachedDataVersionTag().toString(16)}.cache`);
    const cachedData = existsSync(this.cacheFile) ? readFileSync(this.cacheFile) : undefined;
    this.script = new Script(source, { filename: this.file, cachedData });
  }

  run(require: Require): unknown {
    const module: Module = { exports: {} };
    const wrapper = this.script.runInThisContext() as Wrapper;
    wrapper.call(module.exports, module.exports, require, module, this.file, dirname(this.file));
    return module.exports;
  }

  /** With all functions that ran by now. Where nothing may be written, every start compiles anew. */
  keepCache(): void {
    if (this.script.cachedDataRejected === false || !isWritable(folder)) return;
    const draft = `${this.cacheFile}.${process.pid}`;
    try {
      writeFileSync(draft, this.script.createCachedData());
      renameSync(draft, this.cacheFile);
    } catch {
      // A full disk, or a build that goes on at this moment: the next start tries again.
    }
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export interface BundledService {
  /** All modules, without starting anything. */
  load(): unknown;
  start(): void;
  /** What `npm run admin` runs: loose, it would load for longer than most of its work takes. */
  admin(): unknown;
  /** What `npm run migration:run` runs, for the same reason. */
  migration(): unknown;
}

/** The service as the build packed it, its modules loaded and their code cache kept. ADR-0039 */
export function loadBundle(): BundledService {
  const packages = new BundledScript('packages');
  const service = new BundledScript('service');
  tellSources(service.file);
  const installed = createRequire(service.file);
  const packed = packages.run(installed) as Record<string, () => unknown>;
  // The bundler makes an object of getters anew at each call, of hundreds for the framework, and a thousand of our files ask.
  const loaded = new Map<string, unknown>();
  const require = (name: string): unknown => {
    if (!Object.hasOwn(packed, name)) return installed(name);
    if (!loaded.has(name)) loaded.set(name, packed[name]?.());
    return loaded.get(name);
  };
  const bundled = service.run(Object.assign(require, { resolve: installed.resolve })) as BundledService;
  bundled.load();
  for (const script of [packages, service]) script.keepCache();
  return bundled;
}
