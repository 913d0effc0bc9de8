import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import type { Series } from './domain/document-number';

const next = {
  name: 'document_series.next',
  text: `insert into document_series as s (environment_id, uid, legal_entity_uid, series, last_number, created_at, updated_at)
         values ($1, $2, $3, $4, 1, $5, $5)
         on conflict (environment_id, legal_entity_uid, series)
           do update set last_number = s.last_number + 1, updated_at = excluded.updated_at
         returning last_number as "lastNumber"`,
};

/**
 * Counts the documents of each legal entity without a gap: a number is taken in the transaction of its document and given back
 * with it. Whoever takes one holds the series until the commit, so it is taken last: after the row of the invoice, before
 * nothing that waits. Domain: contracts-billing V8
 */
@Injectable()
export class DocumentNumbers {
  constructor(private readonly database: Database) {}

  async next(legalEntityUid: string, series: Series, now: Date): Promise<number> {
    const values = [currentEnvironmentId(), newUid(), legalEntityUid, series, now];
    const [row] = await this.database.query<{ lastNumber: number }>(next, values);
    if (!row) throw new Error('A series gave no number');
    return row.lastNumber;
  }
}
