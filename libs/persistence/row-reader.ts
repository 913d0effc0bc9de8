import type { EntityMetadata } from 'typeorm';

type Row = Record<string, unknown>;

/**
 * Rows as objects of the mapped class. TypeORM's own hydration costs about as much again as the query, so single reads
 * and lists go past it; mapping and transformers stay TypeORM's.
 */
export class RowReader<T extends object> {
  private readonly columns: { property: string; column: string; from?: (value: unknown) => unknown }[];
  /** `t.a, t.b, …` for the table known as `t`. */
  readonly columnList: string;

  constructor(private readonly metadata: EntityMetadata) {
    this.columns = metadata.columns.map((column) => {
      const { transformer } = column;
      const from = transformer && !Array.isArray(transformer) ? transformer.from : undefined;
      return { property: column.propertyName, column: column.databaseName, from };
    });
    this.columnList = this.columns.map(({ column }) => `t.${column}`).join(', ');
  }

  columnOf(property: string): string {
    const found = this.columns.find((c) => c.property === property);
    if (!found) throw new Error(`${this.metadata.name} has no property ${property}`);
    return found.column;
  }

  get table(): string {
    return this.metadata.tableName;
  }

  read(row: Row): T {
    const entity = Object.create((this.metadata.target as { prototype: object }).prototype) as Row;
    for (const { property, column, from } of this.columns) {
      entity[property] = from ? from(row[column]) : row[column];
    }
    return entity as T;
  }
}
