import { createHash } from 'node:crypto';

/** A range of instants, as lists take it for createdAt. */
export interface InstantRange {
  gt?: Date;
  gte?: Date;
  lt?: Date;
  lte?: Date;
}

/** By their text: as many as the code has combinations of filters, for values are no part of it. */
const shapes = new Map<string, string>();

/** Conditions of a list, joined by AND. Column names are the repository's own words, values are always bound. */
export class Predicate {
  private readonly conditions: ((place: string) => string)[] = [];
  readonly values: unknown[] = [];

  static none(): Predicate {
    return new Predicate();
  }

  equals(column: string, value: string | boolean | undefined): this {
    return value === undefined ? this : this.add(value, (place) => `${column} = ${place}`);
  }

  oneOf(column: string, values: readonly string[] | undefined): this {
    return values === undefined ? this : this.add(values, (place) => `${column} = any(${place})`);
  }

  within(column: string, range: InstantRange | undefined): this {
    const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
    for (const [name, operator] of Object.entries(comparisons) as [keyof InstantRange, string][]) {
      const value = range?.[name];
      if (value !== undefined) this.add(value, (place) => `${column} ${operator} ${place}`);
    }
    return this;
  }

  /** A condition without a value. */
  holds(condition: string): this {
    this.conditions.push(() => condition);
    return this;
  }

  add(value: unknown, condition: (place: string) => string): this {
    const index = this.values.push(value) - 1;
    this.conditions.push((place) => condition(`$${Number(place) + index}`));
    return this;
  }

  /** ` and a = $n and …`, the first value at place `from`. */
  sql(from: number): string {
    return this.conditions.map((condition) => ` and ${condition(String(from))}`).join('');
  }

  /** Tells predicates of different text apart, so that each has a prepared statement of its own. */
  get shape(): string {
    const text = this.sql(1);
    const known = shapes.get(text);
    if (known !== undefined) return known;
    const shape = createHash('sha1').update(text).digest('base64url').slice(0, 10);
    shapes.set(text, shape);
    return shape;
  }
}
