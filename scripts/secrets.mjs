// Part of `npm test`: searches the files of the project for private keys, tokens and passwords, those that git knows and those that
// it would take. With files, searches those.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { inRoot } from './lib/project.mjs';
import { secretsIn } from './lib/secrets.mjs';

/** No secrets: words that tests expect to be hidden or refused. Each by the file and a part of what is found there. */
const known = [
  ['libs/config/env-types.ts', 'user:password@host'],
  ['libs/config/export-connections.spec.ts', 'u:p@db'],
  ['libs/config/env.spec.ts', 'app:pw@db.internal'],
  ['libs/config/env.spec.ts', 'app:p%40ss@[::1]'],
  ['libs/config/env.spec.ts', 'app:changeme@db'],
  ['libs/config/public-url.spec.ts', 'user:word@example.com'],
  ['libs/telemetry/logger.spec.ts', 'app:hunter2@db'],
  ['libs/telemetry/logger.spec.ts', 'app:[redacted]@db'],
  ['libs/telemetry/logger.spec.ts', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ'],
  ['src/modules/customers/integrations/domain/credentials.spec.ts', 'live_0123456789abcdef'],
  ['src/modules/exchange/data-export/domain/export-destination.spec.ts', 'u:secret@db.internal'],
  ['src/modules/exchange/webhooks/domain/endpoint.spec.ts', 'user:secret@hooks.example.com'],
  ['src/start-faults.spec.ts', 'keeper:hidden-word@db.example'],
  ['src/start-faults.spec.ts', 'owner:hidden-word@db.example'],
  ['test/e2e/admin-command.e2e-spec.ts', 'u:dX4vR8mQ2w@127.0.0.1:1'],
  ['test/e2e/payment-secrets.e2e-spec.ts', 'C4naryOfRealMoney3Tn6Kq'],
  ['test/e2e/webhooks.e2e-spec.ts', 'u:p@hooks.example.com'],
  ['test/scenarios/start-faults.spec.ts', 'u:p@127.0.0.1:1'],
];

const named = process.argv.slice(2);
const listed = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: inRoot(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '' && statSync(inRoot(path), { throwIfNoEntry: false })?.isFile());

const used = new Set();
const isKnown = (path, found) => {
  const entry = known.find(([file, part]) => file === path && found.includes(part));
  if (entry) used.add(entry);
  return entry !== undefined;
};

const paths = named.length > 0 ? named : listed();
const faults = [];
for (const path of paths) {
  const text = readFileSync(named.length > 0 ? path : inRoot(path), 'utf8');
  for (const { what, line, found } of await secretsIn(path, text))
    // Never the secret itself: the output of tests is kept by others.
    if (!isKnown(path, found)) faults.push(`${path}:${line}: ${what} (${found.length} characters)`);
}
if (named.length === 0)
  for (const [path, part] of known.filter((entry) => !used.has(entry)))
    faults.push(`${path}: ${part} does not stand there any more; take it out of scripts/secrets.mjs`);
for (const fault of faults) console.error(fault);
console.log(`${paths.length} files, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
