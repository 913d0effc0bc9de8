import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Decimal } from '#libs/kernel/decimal';
import type { TenantEntity } from '#libs/kernel/tenant-entity';

type Columns<T> = { [P in Exclude<keyof T, keyof TenantEntity | 'revision'>]?: EntitySchemaColumnOptions };

interface Reference {
  /** Property that holds the uid of the other row. */
  property: string;
  target: () => EntitySchema | string;
  name: string;
  onDelete?: 'CASCADE';
}

interface TenantMapping<T> {
  columns: Columns<T>;
  /** Named, because the error map reads the names. */
  uniques?: { name: string; columns: (keyof T & string)[] }[];
  indices?: { name: string; columns: (keyof T & string)[]; where?: string; unique?: boolean }[];
  references?: Reference[];
  /**
   * Columns by whose beginnings a search finds the rows: an index each, `ix_<table>_search_<column>`. Its migration says `COLLATE "search_order"`,
   * which no mapping can. ADR-0138
   */
  searched?: (keyof T & string)[];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const searchIndex = (tableName: string, column: string) => ({
  name: `ix_${tableName}_search_${snake(column)}`,
  columns: [column],
});

export const text = (nullable = false): EntitySchemaColumnOptions => ({ type: 'text', nullable });
export const uuid = (nullable = false): EntitySchemaColumnOptions => ({ type: 'uuid', nullable });
export const bool = (nullable = false): EntitySchemaColumnOptions => ({ type: 'boolean', nullable });
export const integer = (nullable = false): EntitySchemaColumnOptions => ({ type: 'integer', nullable });
export const jsonb = (nullable = false): EntitySchemaColumnOptions => ({ type: 'jsonb', nullable });
/** Milliseconds, as on the wire: what was read can be compared with what was told. */
export const instant = (nullable = false): EntitySchemaColumnOptions => ({
  type: 'timestamp with time zone',
  precision: 3,
  nullable,
});
/** A whole number up to 2^53-1, a JavaScript number inside. */
export const safeInteger = (nullable = false): EntitySchemaColumnOptions => ({
  type: 'bigint',
  nullable,
  transformer: {
    to: (value: number | null) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
});
/** An exact decimal, a string inside. Money and credits never become floats. */
export const decimal = (nullable = false): EntitySchemaColumnOptions => ({
  type: 'numeric',
  precision: 38,
  scale: 12,
  nullable,
});
/** The same for what is reckoned with each time it is read: a Decimal inside. */
export const amount = (nullable = false): EntitySchemaColumnOptions => ({
  ...decimal(nullable),
  transformer: {
    to: (value: Decimal | null) => value && value.toFixed(),
    from: (value: string | null) => (value === null ? null : new Decimal(value)),
  },
});
/** Bytes, their hexadecimal text inside. */
export const hexadecimal = (nullable = false): EntitySchemaColumnOptions => ({
  type: 'bytea',
  nullable,
  transformer: {
    to: (value: string | null) => (value === null ? null : `\\x${value}`),
    from: (value: Buffer | null) => value && value.toString('hex'),
  },
});

/** Columns that are the primary key, `pk_<table>`. */
export const keyed = (
  tableName: string,
  columns: Record<string, EntitySchemaColumnOptions>,
): Record<string, EntitySchemaColumnOptions> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      { ...column, primary: true, primaryKeyConstraintName: `pk_${tableName}` },
    ]),
  );

/**
 * How a domain class lies in PostgreSQL: snake_case columns, key (environment_id, uid), references on
 * (environment_id, …), so that a link across tenants cannot even be stored.
 */
export function tenantMapping<T extends TenantEntity>(
  target: { prototype: T; name: string },
  tableName: string,
  { columns, uniques = [], indices = [], references = [], searched = [] }: TenantMapping<T>,
): EntitySchema<T> {
  const all: Record<string, EntitySchemaColumnOptions> = {
    ...keyed(tableName, { environmentId: uuid(), uid: uuid() }),
    ...columns,
    createdAt: instant(),
    updatedAt: instant(),
  };
  const named = Object.entries(all).map(([property, column]) => [
    property,
    { name: snake(property), ...column },
  ]);
  return new EntitySchema<T>({
    name: target.name,
    target: target as never,
    tableName,
    columns: Object.fromEntries(named) as never,
    uniques: uniques.map((u) => ({ name: u.name, columns: ['environmentId', ...u.columns] })),
    indices: [...indices, ...searched.map((column) => searchIndex(tableName, column))].map((i) => ({
      ...i,
      columns: ['environmentId', ...i.columns],
    })),
    foreignKeys: references.map(({ property, target: referenced, name, onDelete }) => ({
      name,
      target: referenced() as never,
      columnNames: ['environmentId', property],
      referencedColumnNames: ['environmentId', 'uid'],
      onDelete,
    })),
  });
}

/** The same for objects with a public id, whose states are counted. */
export const addressedMapping = <T extends AddressedEntity>(
  target: { prototype: T; name: string },
  tableName: string,
  mapping: TenantMapping<T>,
): EntitySchema<T> => {
  // With a default, so that the last release may still write rows beside this one.
  const revision: EntitySchemaColumnOptions = { ...integer(), default: 1 };
  return tenantMapping(target, tableName, { ...mapping, columns: { ...mapping.columns, revision } });
};
