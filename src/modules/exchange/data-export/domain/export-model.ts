/** A type of PostgreSQL that a column has at a destination. `bytes` are told as hexadecimal text. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'timestamptz'
  | 'jsonb'
  | 'bytes';

/** A column whose value is not the one of the same name in the table of the model. */
interface Computed {
  type: ColumnType;
  sql: string;
}

/** What tells a row from all others of its model, in whose order rows are read. */
export interface RowKey extends Computed {
  column: string;
  /** The expressions that it is made of, as an index has them. */
  order: string;
  /** Holds for rows past the key $2. */
  past: string;
  /** Before every key. */
  start: string;
}

export interface ExportModel {
  id: string;
  displayName: string;
  /** The table as `t`, held to the environment $1. */
  from: string;
  key: RowKey;
  columns: Readonly<Record<string, ColumnType | Computed>>;
}

export interface ModelGroup {
  id: string;
  displayName: string;
  models: readonly ExportModel[];
}

export interface ExportColumn {
  name: string;
  type: ColumnType;
  sql: string;
}

export const uidKey: RowKey = {
  column: 'uid',
  type: 'uuid',
  sql: 't.uid',
  order: 't.uid',
  past: 't.uid > $2::uuid',
  start: '00000000-0000-0000-0000-000000000000',
};

/** The key first. */
export const columnsOf = ({ key, columns }: ExportModel): ExportColumn[] => [
  { name: key.column, type: key.type, sql: key.sql },
  ...Object.entries(columns).map(([name, column]) =>
    typeof column === 'string' ? { name, type: column, sql: `t.${name}` } : { name, ...column },
  ),
];

/** What a destination must have had all the time for what it holds to be added to. */
export const typesOf = (model: ExportModel): Record<string, ColumnType> =>
  Object.fromEntries(columnsOf(model).map(({ name, type }) => [name, type]));

const texts: Record<ColumnType, (sql: string) => string> = {
  text: (sql) => sql,
  uuid: (sql) => `${sql}::text`,
  boolean: (sql) => `${sql}::text`,
  integer: (sql) => `${sql}::text`,
  bigint: (sql) => `${sql}::text`,
  numeric: (sql) => `trim_scale(${sql})::text`,
  timestamptz: (sql) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  jsonb: (sql) => `${sql}::text`,
  bytes: (sql) => `encode(${sql}, 'hex')`,
};

/** As every destination takes it: one text per value, the same on every machine. */
export const selectedColumns = (model: ExportModel): string =>
  columnsOf(model)
    .map(({ name, type, sql }) => `${texts[type](sql)} as "${name}"`)
    .join(', ');

export const destinationType = (type: ColumnType): string => (type === 'bytes' ? 'text' : type);

/** A row as it was read: a text, or nothing, for each column, the key first. */
export type ExportRow = readonly (string | null)[];
