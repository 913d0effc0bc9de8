import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { join } from 'node:path';

const versionOf = (name: string): string => {
  const file = join(__dirname, '../../node_modules', name, 'package.json');
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
};

/** Of the last minute. */
export const loadOfMachine = (): number => loadavg()[0] ?? NaN;

/** The bench alone keeps all processors busy, and no more. */
const isShared = (load: number): boolean => load > cpus().length + 1;

/** Machine and versions, without which the figures say nothing. @param loadBefore of the machine, before the run */
export function circumstances(postgres: string, loadBefore: number): string {
  const loadAfter = loadOfMachine();
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const packages = ['@nestjs/core', 'fastify', 'typeorm', 'pg', '@apollo/server', 'autocannon'].map(
    versionOf,
  );
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${type()}, ${cpus().length} × ${processor?.model.trim()}, ${memory}`,
    `- Load of the machine ${loadBefore.toFixed(1)} before the run and ${loadAfter.toFixed(1)} at its end${
      isShared(Math.max(loadBefore, loadAfter))
        ? ': others worked on it too, so CPU times and cost ratios say more than rates'
        : ''
    }`,
    `- Node ${process.versions.node}, PostgreSQL ${postgres}, ${packages.join(', ')}`,
  ].join('\n');
}
