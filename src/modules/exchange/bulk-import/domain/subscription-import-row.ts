import { TenantEntity } from '#libs/kernel/tenant-entity';

/** A row of an import as it came, until the task of the import is through. */
export class SubscriptionImportRow extends TenantEntity {
  importUid: string;
  /** In the request, from 0. */
  place: number;
  content: object;

  static of(importUid: string, rows: readonly object[], now: Date): SubscriptionImportRow[] {
    const type = SubscriptionImportRow;
    return rows.map((content, place) =>
      type.instantiate<SubscriptionImportRow>(type, { importUid, place, content }, now),
    );
  }

  /** As results name it. */
  get told(): string {
    const { id } = this.content as { id?: unknown };
    return typeof id === 'string' && id !== '' ? id.slice(0, 255) : `#${this.place}`;
  }
}
