import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Command line of a program that an installed package brings, run by this very Node. */
export function packageProgram(packageName, program = packageName) {
  const folder = inRoot('node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[program])];
}

/**
 * Runs a command line in the project's folder.
 * @returns exit code (1 after a signal) and, unless it went to the terminal, the output
 */
export function run([command, ...args], { show = true, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
