/**
 * Values of one metric label, at most `most` different ones; later ones become `other`. Each value is a time series that
 * lives as long as the process, so a caller must never be able to invent one.
 */
export class BoundedLabel {
  private readonly seen = new Set<string>();

  constructor(private readonly most: number) {}

  of(value: string): string {
    if (this.seen.has(value)) return value;
    if (this.seen.size >= this.most) return 'other';
    this.seen.add(value);
    return value;
  }
}
