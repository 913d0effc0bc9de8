import { isStorableText } from '#libs/kernel/ids';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** How JSON writes NUL and lone surrogates, which PostgreSQL takes in no value. */
const unstorable = /\\u(0000|d[89a-f])/;

/** A row of an import as it came, until the task of the import is through. */
export class SubscriptionImportRow extends TenantEntity {
  importUid: string;
  /** In the request, from 0. */
  place: number;
  /** A text, as JSON, where something in it cannot be stored: it is refused in its turn, and told in its place. */
  content: object | string;

  static of(importUid: string, rows: readonly object[], now: Date): SubscriptionImportRow[] {
    const type = SubscriptionImportRow;
    return rows.map((row, place) => {
      const text = JSON.stringify(row);
      const content = unstorable.test(text) ? text : row;
      return type.instantiate<SubscriptionImportRow>(type, { importUid, place, content }, now);
    });
  }

  get given(): object {
    return typeof this.content === 'string' ? (JSON.parse(this.content) as object) : this.content;
  }

  /** As results name it. */
  get told(): string {
    const { id } = this.given as { id?: unknown };
    const isName = typeof id === 'string' && id !== '' && isStorableText(id);
    return isName ? id.slice(0, 255) : `#${this.place}`;
  }
}
