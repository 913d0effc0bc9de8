import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { NamedService } from '../addressed-service';
import { Advice } from '../terminal';
import { fieldsOf, isField, type Kind } from './fields';

export const usage = `npm run import -- customers|subscriptions <file.csv|file.jsonl> [--map <column>=<field>]… [--integration <id>] [--again]

A CSV file has a header with the names of fields, and metadata.<key> for metadata; lists are JSON. A JSONL file has a row on each line.

  customers       ${fieldsOf('customers').join(', ')}
  subscriptions   ${fieldsOf('subscriptions').join(', ')}

  --map           the field of a column that is called otherwise; <column>= leaves the column out
  --integration   an integration of the environment
  --again         sends a file that was imported already

Rows that are refused stand in <file>.refused.jsonl with line, id, code and message; then the command ends with 2. What was sent stands in
<file>.import.json, so that it goes on there when it is run again.

Which service: --url and --key, or CATALOG_URL and CATALOG_KEY, or the one that npm start runs here. The key needs customers:write, or
subscriptions:write and plans:read.
`;

/** What was typed, with what the shell sets. */
export interface ImportCommand {
  kind: Kind;
  file: string;
  format: 'csv' | 'jsonl';
  /** The field of a column; undefined leaves it out. */
  map: ReadonlyMap<string, string | undefined>;
  integrationId: string | undefined;
  isAgain: boolean;
  service: NamedService;
}

const options = {
  map: { type: 'string', multiple: true, default: [] as string[] },
  integration: { type: 'string' },
  again: { type: 'boolean', default: false },
  url: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @returns undefined where help is asked for @throws Advice for what cannot be meant */
export function readArguments(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): ImportCommand | undefined {
  const { values, positionals } = parsed(words);
  if (values.help) return undefined;
  const [kind, file, ...more] = positionals;
  if ((kind !== 'customers' && kind !== 'subscriptions') || file === undefined || more.length > 0)
    throw new Advice(usage);
  return {
    ...{ kind, file, format: formatOf(file), map: mapOf(kind, values.map) },
    ...{ integrationId: values.integration, isAgain: values.again },
    service: { url: values.url ?? variables['CATALOG_URL'], key: values.key ?? variables['CATALOG_KEY'] },
  };
}

function formatOf(file: string): ImportCommand['format'] {
  const ending = extname(file).toLowerCase();
  if (ending === '.csv') return 'csv';
  if (ending === '.jsonl' || ending === '.ndjson') return 'jsonl';
  throw new Advice(`${file}: the name of the file ends with .csv or .jsonl`);
}

function mapOf(kind: Kind, given: readonly string[]): ImportCommand['map'] {
  return new Map(
    given.map((each) => {
      const at = each.lastIndexOf('=');
      const field = each.slice(at + 1);
      if (at < 1) throw new Advice(`--map ${each}: write <column>=<field>`);
      if (field !== '' && !isField(kind, field))
        throw new Advice(unknownField(kind, `--map ${each}: ${field}`));
      return [each.slice(0, at), field === '' ? undefined : field];
    }),
  );
}

export const unknownField = (kind: Kind, what: string): string =>
  `${what} is no field of ${kind}: they are ${fieldsOf(kind).join(', ')} and metadata.<key>`;

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${usage}`);
  }
}
