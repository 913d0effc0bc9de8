import Module from 'node:module';
import { join } from 'node:path';

// Jest leads #libs and #modules to the sources inside tests only; in a global set-up Node would take the last build.
const loader = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
const original = loader._resolveFilename;
const root = join(__dirname, '../..');

const toSource = (request: string): string =>
  request
    .replace(/^#libs\/(.+)$/, join(root, 'libs/$1'))
    .replace(/^#modules\/(.+)$/, join(root, 'src/modules/$1/index'));

loader._resolveFilename = (request, ...rest) => original.call(loader, toSource(request), ...rest);
