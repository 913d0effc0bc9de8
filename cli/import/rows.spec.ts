import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchesOf, type Batch } from './batches';
import type { Kind } from './fields';
import { rowsOf, type Read } from './rows';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(
  format: 'csv' | 'jsonl',
  text: string,
  { kind = 'customers', map = new Map() }: { kind?: Kind; map?: Map<string, string | undefined> } = {},
): Promise<Read[]> {
  const file = join(folder, `rows.${format}`);
  writeFileSync(file, text);
  const rows: Read[] = [];
  for await (const row of rowsOf({ kind, file, format, map })) rows.push(row);
  return rows;
}

describe('a table', () => {
  it('has its fields by the header, metadata by its keys, and nothing where a cell is empty', async () => {
    const text =
      '\uFEFFid, email,name,billingId,metadata.tier,metadata.a.b\nann,a@b,"Ann, ""A""",,gold,\n\nben,,,b-1,,x\n';
    expect(await read('csv', text)).toEqual([
      { line: 2, row: { id: 'ann', email: 'a@b', name: 'Ann, "A"', metadata: { tier: 'gold' } } },
      { line: 4, row: { id: 'ben', email: null, name: null, billingId: 'b-1', metadata: { 'a.b': 'x' } } },
    ]);
  });

  it('may call its columns otherwise, and have some that say nothing', async () => {
    const map = new Map([
      ['Customer', 'customerId'],
      ['note', undefined],
    ]);
    const text = 'id,Customer,planId,note,addons\ns-1,ann,pro,x,"[{""id"":""extra"",""quantity"":2}]"\n';
    expect(await read('csv', text, { kind: 'subscriptions', map })).toEqual([
      {
        line: 2,
        row: { id: 's-1', customerId: 'ann', planId: 'pro', addons: [{ id: 'extra', quantity: 2 }] },
      },
    ]);
  });

  it('tells lines that are no rows, and goes on', async () => {
    const text = 'id,customerId,planId,addons\ns-1,ann\ns-2,ann,pro,7\ns-3,ann,pro,{\n"s\n4",ann,pro,\n';
    expect(await read('csv', text, { kind: 'subscriptions' })).toEqual([
      { line: 2, row: undefined, fault: 'The line has 2 cells, and the header 4' },
      { line: 3, row: undefined, fault: 'addons: a JSON list is expected' },
      { line: 4, row: undefined, fault: 'addons: a JSON list is expected' },
      { line: 6, row: { id: 's\n4', customerId: 'ann', planId: 'pro' } },
    ]);
  });

  it.each([
    ['', /is empty/],
    ['ann,a@b,Ann\n', /no column is the id/],
    ['id,mail\n', /the column mail is no field of customers: .*--map mail=<field>/],
    ['id,email,email\n', /email stands in two columns/],
    ['id,email\n"ann,a@b\n', /Quote Not Closed/],
  ])('%j is none, and it is told why', async (text, message) => {
    await expect(read('csv', text)).rejects.toThrow(message);
  });

  it('has all columns that are called otherwise', async () => {
    await expect(read('csv', 'id\n', { map: new Map([['mail', 'email']]) })).rejects.toThrow(
      /has no column mail/,
    );
  });
});

describe('a file of lines', () => {
  it('has a row on each, whatever it holds', async () => {
    const text = '\uFEFF{"id":"ann","more":1}\r\n\n[1]\nno\n{"id":"a\u2028b"}';
    const fault = 'The line is no JSON object';
    expect(await read('jsonl', text)).toEqual([
      { line: 1, row: { id: 'ann', more: 1 } },
      { line: 3, row: undefined, fault },
      { line: 4, row: undefined, fault },
      { line: 5, row: { id: 'a\u2028b' } },
    ]);
  });
});

describe('batches', () => {
  const batches = async (rows: Read[], from: number, most: number): Promise<Batch[]> => {
    const all: Batch[] = [];
    const source = (async function* () {
      yield* rows;
    })();
    for await (const batch of batchesOf(source, from, most)) all.push(batch);
    return all;
  };
  const row = (line: number, text = ''): Read => ({ line, row: { id: `c-${line}`, text } });

  it('are as long as they may be, count what cannot be sent, and begin where they are told', async () => {
    const rows = [row(1), row(2), { line: 3, row: undefined, fault: 'no' }, row(4), row(5)];
    const told = (await batches(rows, 1, 2)).map(({ sent, unreadable, size }) => {
      return [size, sent.map(({ line }) => line), unreadable.map(({ line }) => line)];
    });
    expect(told).toEqual([
      [2, [2], [3]],
      [2, [4, 5], []],
    ]);
  });

  it('hold no more bytes than the service takes, and one row at least', async () => {
    const large = 'x'.repeat(2 * 1024 * 1024);
    const sizes = (await batches([row(1, large), row(2, large), row(3)], 0, 1000)).map(({ size }) => size);
    expect(sizes).toEqual([1, 2]);
  });
});
