import { spawn } from 'node:child_process';
import { join } from 'node:path';

const logger = join(__dirname, '../../dist/libs/telemetry/logger.js');

/** Writes 40 MiB of lines, more than a log may have waiting, and tells on the other stream what became of it. */
const program = `
  const { createLogger, stdoutDestination } = require(${JSON.stringify(logger)});
  let dropped = 0;
  const output = stdoutDestination(() => dropped++);
  const log = createLogger({ logLevel: 'info', logFormat: 'json' }, output);
  for (let line = 0; line < 640; line++) log.info('x'.repeat(65_000));
  setTimeout(() => process.stderr.write(JSON.stringify({ dropped }) + '\\n'), 200);`;

describe('a log that nobody reads', () => {
  it('L-10: the process goes on, and counts the lines that it drops', async () => {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
    const told = await new Promise<string>((resolve, reject) => {
      child.stderr.setEncoding('utf8').once('data', resolve);
      child.once('exit', () => reject(new Error('It ended')));
    });
    child.removeAllListeners('exit').kill('SIGKILL');
    const { dropped } = JSON.parse(told) as { dropped: number };
    // Some 16 MiB may wait: a quarter of the lines and what the pipe holds.
    expect(dropped).toBeGreaterThan(300);
    expect(dropped).toBeLessThan(500);
  });
});
