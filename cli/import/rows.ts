import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { Advice } from '../terminal';
import { unknownField, type ImportCommand } from './arguments';
import { isField, isObject, jsonIn, rowOf, Unreadable, type Kind } from './fields';

/** A row of a file, or why it is none. */
export interface Read {
  /** Where it ends, from 1. */
  line: number;
  row: Record<string, unknown> | undefined;
  fault?: string;
}

type Source = Pick<ImportCommand, 'kind' | 'file' | 'format' | 'map'>;

/** One after the other, however long the file is. @throws Advice for a file that is none of its kind */
export const rowsOf = (source: Source): AsyncGenerator<Read> =>
  source.format === 'csv' ? tableRows(source) : lineRows(source);

async function* lineRows({ file }: Source): AsyncGenerator<Read> {
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    if (text.trim() === '') continue;
    const row = jsonIn(line === 1 ? text.replace(/^\uFEFF/, '') : text);
    yield isObject(row) ? { line, row } : { line, row: undefined, fault: 'The line is no JSON object' };
  }
}

/** By line feeds alone: a text within JSON may hold any other separator. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(file, 'utf8')) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

async function* tableRows({ kind, file, map }: Source): AsyncGenerator<Read> {
  const cells = createReadStream(file).pipe(
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
  );
  let columns: (string | undefined)[] | undefined;
  try {
    for await (const { record, info } of cells as AsyncIterable<Parsed>) {
      if (columns) yield readLine(kind, columns, record, info.lines);
      else columns = columnsOf(kind, record, map, file);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Advice(`${file}: ${error.message}`);
  }
  if (!columns) throw new Advice(`${file} is empty: its first line names the columns`);
}

function readLine(kind: Kind, columns: (string | undefined)[], cells: string[], line: number): Read {
  try {
    return { line, row: rowOf(kind, columns, cells) };
  } catch (error) {
    if (error instanceof Unreadable) return { line, row: undefined, fault: error.message };
    throw error;
  }
}

/** @throws Advice for a header that is none */
export function columnsOf(
  kind: Kind,
  header: readonly string[],
  map: ImportCommand['map'],
  file: string,
): (string | undefined)[] {
  const names = header.map((column) => column.trim());
  const missing = [...map.keys()].find((column) => !names.includes(column));
  if (missing !== undefined) throw new Advice(`--map: ${file} has no column ${missing}`);
  const columns = names.map((name) => (map.has(name) ? map.get(name) : name));
  if (!columns.includes('id'))
    throw new Advice(
      `${file}: no column is the id; the first line names the columns, and --map <column>=id says which`,
    );
  const unknown = columns.find((name) => name !== undefined && !isField(kind, name));
  if (unknown !== undefined)
    throw new Advice(
      `${unknownField(kind, `${file}: the column ${unknown}`)}; --map ${unknown}=<field> says what it is`,
    );
  const twice = columns.find((name, index) => name !== undefined && columns.indexOf(name) < index);
  if (twice !== undefined) throw new Advice(`${file}: ${twice} stands in two columns`);
  return columns;
}
