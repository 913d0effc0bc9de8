import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { defaultLimit } from '#libs/kernel/page';
import { list } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { readableKinds } from './domain/search-kind';
import { searchedText } from './domain/searched-text';
import type { SearchQuery } from './search.inputs';
import { SearchReader } from './search.reader';
import { SearchHit } from './search.views';

@Injectable()
export class SearchService {
  constructor(private readonly reader: SearchReader) {}

  /**
   * Domain: access-and-events P3
   * @throws BadUserInput for a `q` of spaces, IdentityForbidden for a kind that is named and that the caller may not read
   */
  @UseCase('search', {
    needs: 'identity:read',
    answers: list(SearchHit),
    summary: 'Find objects by what their ids, names, e-mails and numbers begin with. An addition.',
  })
  async search({ q, kinds, limit = defaultLimit }: SearchQuery): Promise<SearchHit[]> {
    const found = await this.reader.find(searchedText(q), readableKinds(kinds, callerMay), limit);
    return found.map(SearchHit.from);
  }
}
