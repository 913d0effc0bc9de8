import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf, newState, stateFileOf, store, storedState } from './import-state';
import { appendRefused, openRefused, refusedFileOf } from './refused-rows';

describe('how far a file has come', () => {
  let file: string;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-state-'));
    file = join(folder, 'people.csv');
    writeFileSync(file, 'id\nann\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is found again by the file as it is and as it is read', async () => {
    const digest = await digestOf(file, { kind: 'customers' });
    const state = { ...newState(digest), rows: 7 };
    store(file, state);
    expect(storedState(file, digest)).toEqual(state);
    expect(storedState(file, await digestOf(file, { kind: 'subscriptions' }))).toBeUndefined();
    writeFileSync(file, 'id\nben\n');
    expect(storedState(file, await digestOf(file, { kind: 'customers' }))).toBeUndefined();
  });

  it('is nothing where no run was, or what it left is unreadable', () => {
    expect(storedState(file, 'x')).toBeUndefined();
    writeFileSync(stateFileOf(file), '{"digest":');
    expect(storedState(file, 'x')).toBeUndefined();
  });

  it('forgets rows that were refused since it was stored', () => {
    const refused = (line: number) => [{ line, id: 'ann', code: 'BadUserInput', message: 'no' }];
    const state = newState('x');
    state.refusedBytes += appendRefused(file, [...refused(3), ...refused(2)]);
    appendRefused(file, refused(9));
    openRefused(file, state);
    const lines = readFileSync(refusedFileOf(file), 'utf8').trim().split('\n');
    expect(lines.map((each) => (JSON.parse(each) as { line: number }).line)).toEqual([2, 3]);
  });
});
