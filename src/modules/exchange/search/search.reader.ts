import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { SearchKind } from './domain/search-kind';
import { search } from './search.statements';

/** By the root collation of Unicode it comes behind every other letter. */
const lastLetter = '\uffff';

/** What a search finds, as it is stored. */
export interface FoundObject {
  kind: SearchKind;
  id: string;
  name: string | null;
  detail: string | null;
  customerId: string | null;
  isArchived: boolean;
}

@Injectable()
export class SearchReader {
  constructor(private readonly database: Database) {}

  /** Domain: access-and-events P3 */
  find(text: string, kinds: readonly SearchKind[], limit: number): Promise<FoundObject[]> {
    const values = [currentEnvironmentId(), text, text + lastLetter, kinds, limit];
    return this.database.query<FoundObject & Record<string, unknown>>(search, values);
  }
}
