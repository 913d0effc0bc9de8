import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import type { Series } from './domain/document-number';

const take = `insert into document_series as s (environment_id, uid, legal_entity_uid, series, last_number, created_at, updated_at)
         values ($1, $2, $3, $4, $5::int, $6, $6)
         on conflict (environment_id, legal_entity_uid, series)
           do update set last_number = s.last_number + $5::int, updated_at = excluded.updated_at
         returning last_number as "lastNumber"`;

/**
 * Counts the documents of each legal entity without a gap: a number is taken in the transaction of its document and given back
 * with it. Whoever takes one holds the series until the commit, so it is taken last, after the
 * rows of the invoices, and of several entities in the order of their keys. Domain: contracts-billing V8
 */
@Injectable()
export class DocumentNumbers {
  constructor(private readonly database: Database) {}

  /** @returns the first of so many numbers that follow each other */
  async take(legalEntityUid: string, series: Series, count: number, now: Date): Promise<number> {
    const values = [currentEnvironmentId(), newUid(), legalEntityUid, series, count, now];
    const [row] = await this.database.query<{ lastNumber: number }>(take, values);
    if (!row) throw new Error('A series gave no number');
    return row.lastNumber - count + 1;
  }
}
