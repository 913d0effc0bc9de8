import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#libs/config/env';
import { announce } from './announce';

const url = 'http://127.0.0.1:3000';

describe('what a start on the embedded database tells', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'announce-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  function told(): string {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      announce(loadEnvironment({ DATA_DIR: home }, false), url, undefined);
      return write.mock.calls.join('');
    } finally {
      write.mockRestore();
    }
  }

  it('names the file of the keys, and a command that reads it', () => {
    const file = join(home, 'keys.json');
    writeFileSync(file, '{}');
    expect(told()).toContain(`  Keys           ${file}\n`);
    expect(told()).toContain(`readFileSync("${file}")`);
  });

  it('names no file of keys that was deleted, as SECURITY.md advises, and says in the command what to put there', () => {
    expect(told()).not.toContain('keys.json');
    expect(told()).toContain(`  curl -s -H "X-API-KEY: <your server key>" ${url}/api/v1/products\n`);
  });
});
