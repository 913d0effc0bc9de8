/** A range of instants, as lists take it for createdAt. */
export interface InstantRange {
  gt?: Date;
  gte?: Date;
  lt?: Date;
  lte?: Date;
}

/** Conditions of a list, joined by AND. Column names are the repository's own words, values are always bound. */
export class Predicate {
  private readonly conditions: ((from: number) => string)[] = [];
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
    return this.addAll([value], condition);
  }

  /** A condition of several values, a place for each. */
  addAll(values: readonly unknown[], condition: (...places: string[]) => string): this {
    const first = this.values.length;
    this.values.push(...values);
    this.conditions.push((from) => condition(...values.map((_, index) => `$${from + first + index}`)));
    return this;
  }

  /** ` and a = $n and …`, the first value at place `from`. */
  sql(from: number): string {
    return this.conditions.map((condition) => ` and ${condition(from)}`).join('');
  }
}
