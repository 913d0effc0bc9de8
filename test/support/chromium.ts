import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

const root = resolve(__dirname, '../..');
const home = join(root, 'node_modules/@sparticuz/chromium');

/**
 * The browser of an npm package, which ships it packed, for Linux on x64. It is unpacked once for a version, beside the packages: whole or not
 * at all, for several test files may want it at the same time.
 */
function unpacked(): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const executable = join(root, 'node_modules/.cache/chromium', version, 'chromium');
  if (existsSync(executable)) return executable;
  mkdirSync(dirname(executable), { recursive: true });
  const beside = `${executable}.${process.pid}`;
  writeFileSync(beside, brotliDecompressSync(readFileSync(join(home, 'bin/chromium.br'))), { mode: 0o755 });
  renameSync(beside, executable);
  return executable;
}

function executableOrReason(): { executable: string } | { reason: string } {
  const { platform, arch } = process;
  if (platform !== 'linux' || arch !== 'x64')
    return { reason: `its browser is for linux on x64, not for ${platform} on ${arch}` };
  try {
    const executable = unpacked();
    const { status, stderr, error } = spawnSync(executable, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { executable };
    return { reason: `its browser does not run here: ${(error?.message ?? stderr).trim()}` };
  } catch (error) {
    return { reason: `its browser cannot be unpacked: ${(error as Error).message}` };
  }
}

const found = executableOrReason();

/** Why no browser runs on this machine; undefined where one does. */
export const whyNoBrowser = 'reason' in found ? found.reason : undefined;

export function launchBrowser(): Promise<Browser> {
  if ('reason' in found) throw new Error(found.reason);
  return chromium.launch({
    executablePath: found.executable,
    args: ['--headless=shell', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}
