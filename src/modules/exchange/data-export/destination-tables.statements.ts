import { columnsOf, destinationType, type ExportModel } from './domain/export-model';

// Names of schemas, models and columns are letters, digits and underscores, and ours.
const quoted = (name: string): string => `"${name}"`;

/** For the table of a model, in a database that is not ours. */
export interface TableStatements {
  create: string;
  extend: string;
  clear: string;
  /** Takes a list of texts for each column. */
  insert: string;
  /** The same, where rows with these keys may be there. */
  put: string;
  count: string;
}

export function tableStatements(schema: string, model: ExportModel): TableStatements {
  const table = `${quoted(schema)}.${quoted(model.id)}`;
  const columns = columnsOf(model);
  const [key = '', ...others] = columns.map(({ name, type }) => `${quoted(name)} ${destinationType(type)}`);
  const names = columns.map(({ name }) => quoted(name));
  const read = columns.map(({ type }, at) => `r.c${at}::${destinationType(type)}`);
  const given = columns.map((_, at) => `$${at + 1}::text[]`);
  const rows = `unnest(${given.join(', ')}) as r(${given.map((_, at) => `c${at}`).join(', ')})`;
  const insert = `insert into ${table} (${names.join(', ')}) select ${read.join(', ')} from ${rows}`;
  const set = names.slice(1).map((name) => `${name} = excluded.${name}`);
  return {
    create: `create table if not exists ${table} (${key} primary key)`,
    extend: `alter table ${table} ${others.map((column) => `add column if not exists ${column}`).join(', ')}`,
    clear: `delete from ${table}`,
    insert,
    put: `${insert} on conflict (${names[0]}) do update set ${set.join(', ')}`,
    count: `select count(*) from ${table}`,
  };
}

/** For the manifest of a destination: one row, in a table that is that of no model. */
export function manifestStatements(schema: string): Record<'schema' | 'create' | 'read' | 'write', string> {
  const table = `${quoted(schema)}.export_manifest`;
  return {
    schema: `create schema if not exists ${quoted(schema)}`,
    create: `create table if not exists ${table} (is_only boolean primary key default true check (is_only), manifest json not null)`,
    read: `select manifest::text from ${table}`,
    write: `insert into ${table} (manifest) values ($1::json) on conflict (is_only) do update set manifest = excluded.manifest`,
  };
}
