/**
 * Something for each value of a metric label, at most `most` different ones; later ones share that of `other`. Each value is a
 * time series that lives as long as the process, so a caller must never be able to invent one.
 */
export class BoundedLabel<T> {
  private readonly known = new Map<string, T>();

  constructor(
    private readonly most: number,
    private readonly make: (value: string) => T,
  ) {}

  of(value: string): T {
    return this.known.get(value) ?? this.learn(this.known.size < this.most ? value : 'other');
  }

  all(): Iterable<[string, T]> {
    return this.known;
  }

  private learn(value: string): T {
    const made = this.known.get(value) ?? this.make(value);
    this.known.set(value, made);
    return made;
  }
}
