import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { ExportColumn } from './export-model';
import { csvHeader, csvRecord, isOpenCsv, jsonLine, keyOfCsv, keyOfJson } from './row-texts';

// Domain: access-and-events

const key = '01890000-0000-7000-8000-000000000001';
const columns: ExportColumn[] = (
  [
    ['uid', 'uuid'],
    ['name', 'text'],
    ['amount', 'numeric'],
    ['count', 'bigint'],
    ['is_on', 'boolean'],
    ['metadata', 'jsonb'],
  ] as const
).map(([name, type]) => ({ name, type, sql: name }));
const named = (name: string | null) => [key, name, '-12.50', '9007199254740993', 'true', '{"a": "b,\\n"}'];
const recordsOf = (text: string): string[][] => parse(text);

describe('W9: a row as newline JSON', () => {
  it('keeps decimals as texts and whole numbers bare, without rounding either', () => {
    expect(jsonLine(columns, named('x'))).toBe(
      `{"uid":"${key}","name":"x","amount":"-12.50","count":9007199254740993,"is_on":true,"metadata":{"a": "b,\\n"}}`,
    );
  });

  it('is one line, whatever is in it, and tells its key', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ unit: 'binary' })), (name) => {
        const line = jsonLine(columns, named(name));
        expect(line).not.toMatch(/\n/);
        expect((JSON.parse(line) as { name: string | null }).name).toBe(name);
        expect(keyOfJson(line)).toBe(key);
      }),
    );
  });
});

describe('W9: a row as CSV', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', `=cmd|' /C calc'!A0`])(
    'has a quote before the text %j, which a spreadsheet would take for a formula',
    (text) => {
      expect(recordsOf(csvRecord(columns, named(text)))[0]?.[1]).toBe(`'${text}`);
    },
  );

  it('has none before a negative amount, which is no text', () => {
    expect(recordsOf(csvRecord(columns, named('x')))[0]?.[2]).toBe('-12.50');
  });

  it('tells an empty text from none', () => {
    expect(csvRecord(columns, named('')).split(',')[1]).toBe('""');
    expect(csvRecord(columns, named(null)).split(',')[1]).toBe('');
  });

  it('is read back by others as it was, and is known as one record by its lines', () => {
    const plain = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(plain, (name) => {
        const record = csvRecord(columns, named(name));
        expect(recordsOf(`${csvHeader(columns)}\n${record}\n`)[1]?.[1]).toBe(name);
        expect(keyOfCsv(record)).toBe(key);
        const lines = record.split('\n');
        lines.forEach((_, at) => {
          expect(isOpenCsv(lines.slice(0, at + 1).join('\n'))).toBe(at < lines.length - 1);
        });
      }),
    );
  });
});
