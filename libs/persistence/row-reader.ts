import type { EntityMetadata } from 'typeorm';

type Row = Record<string, unknown>;

interface Column {
  property: string;
  column: string;
  from?: (value: unknown) => unknown;
  to?: (value: unknown) => unknown;
}

/**
 * Rows as objects of the mapped class. TypeORM's own hydration costs about as much again as the query, so single reads
 * and lists go past it; mapping and transformers stay TypeORM's.
 */
export class RowReader<T extends object> {
  private readonly columns: Column[];
  /** `t.a, t.b, …` for the table known as `t`. */
  readonly columnList: string;

  constructor(private readonly metadata: EntityMetadata) {
    this.columns = metadata.columns.map((column) => {
      const { transformer } = column;
      const { from, to } = transformer && !Array.isArray(transformer) ? transformer : {};
      return { property: column.propertyName, column: column.databaseName, from, to };
    });
    this.columnList = this.columns.map(({ column }) => `t.${column}`).join(', ');
  }

  get columnNames(): string[] {
    return this.columns.map(({ column }) => column);
  }

  get table(): string {
    return this.metadata.tableName;
  }

  /** The row of an object, as JSON writes it; what it leaves undefined is as the database has it by default. */
  write(entity: T): Row {
    const row: Row = {};
    for (const { property, column, to } of this.columns) {
      const value = (entity as Row)[property];
      if (value !== undefined) row[column] = to ? to(value) : value;
    }
    return row;
  }

  read(row: Row): T {
    const entity = Object.create((this.metadata.target as { prototype: object }).prototype) as Row;
    for (const { property, column, from } of this.columns) {
      entity[property] = from ? from(row[column]) : row[column];
    }
    return entity as T;
  }
}
