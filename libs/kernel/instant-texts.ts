/**
 * Instants as JSON tells them, for an answer of many elements: they share a few, and each text takes longer to make than all else that is
 * told of an element.
 */
export class InstantTexts {
  private readonly known = new Map<number, string>();

  of(instant: Date): string {
    const ms = instant.getTime();
    const known = this.known.get(ms);
    if (known !== undefined) return known;
    const text = instant.toISOString();
    this.known.set(ms, text);
    return text;
  }

  orNull(instant: Date | null | undefined): string | null {
    return instant ? this.of(instant) : null;
  }
}
