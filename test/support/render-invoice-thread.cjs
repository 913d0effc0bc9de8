// The thread of libs/business/rendering in tests: a thread is no part of jest, so this leads and compiles as jest.config.js says.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '../..');
const { moduleNameMapper, transform } = require(join(root, 'jest.config.js')).projects[0];
const [[, [, swc]]] = Object.entries(transform);
const places = Object.entries(moduleNameMapper).map(([pattern, place]) => [
  new RegExp(pattern),
  place.replace('<rootDir>', root),
]);

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const [pattern, place] = places.find(([candidate]) => candidate.test(request)) ?? [];
  return resolve.call(this, pattern ? request.replace(pattern, place) : request, ...rest);
};
Module._extensions['.ts'] = (module, file) =>
  module._compile(transformSync(readFileSync(file, 'utf8'), { ...swc, filename: file }).code, file);

require(join(root, 'libs/business/rendering/render-invoice.thread.ts'));
