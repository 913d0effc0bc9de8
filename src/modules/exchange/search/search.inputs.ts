import { Int, ListOf, Text } from '#libs/shape/decorators';
import { queried } from '#libs/shape/list-query';
import type { SearchKind } from './domain/search-kind';
import { SearchKindEnum } from './search.views';

export class SearchQuery {
  @Text({
    min: 1,
    max: 255,
    description:
      'What ids, names, e-mails or numbers begin with. Letter case, accents and spaces around it say nothing.',
  })
  q: string;

  @ListOf(SearchKindEnum, { ...queried, description: 'Default: all that the caller may read.' })
  kinds?: SearchKind[];

  @Int({ min: 1, max: 50, optional: true, description: 'Of all kinds together. Default 20.' }) limit?: number;
}
