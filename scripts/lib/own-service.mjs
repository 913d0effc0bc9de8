import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, root } from './project.mjs';

const startMs = 60_000;

/**
 * The built service on a free port, with a data directory that goes when it stops, or when this process is told to end.
 * @returns {Promise<{ url: string, key: string, stop: () => Promise<void> }>} `key` is its full access key
 */
export async function startOwnService() {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const env = {
    ...(await foreignEnvironment()),
    DATA_DIR: folder,
    DATA_EXPORT_DIR: join(folder, 'exports'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
  };
  // A group of its own: Ctrl-C reaches us, and we stop the service in good order.
  const service = spawn(process.execPath, [inRoot('dist/src/launch.js')], { cwd: root, env, detached: true });
  const ended = new Promise((resolve) => service.once('close', resolve));
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      service.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    })());
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    const url = await listening(service);
    const { serverKey } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'));
    return { url, key: serverKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whatever the shell sets for another service (DATABASE_URL, keys, ports) means nothing here. */
async function foreignEnvironment() {
  const { variableNames } = await import('../../dist/libs/config/env-variables.js');
  const ours = new Set(variableNames);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
}

/** The address that the service announces. */
function listening(service) {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`The service ${why}:\n${said}`));
    const timer = setTimeout(() => fail('did not start in a minute'), startMs);
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        const [, url] = /listening on (http:\S+)/.exec(said) ?? [];
        if (url) resolve(url);
        if (url) clearTimeout(timer);
      });
    }
    service.once('close', () => fail('ended before it listened'));
  });
}
