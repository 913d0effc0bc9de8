import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { SearchQuery } from './search.inputs';
import { SearchService } from './search.service';
import { SearchHit } from './search.views';

const SearchArgs = asArguments(SearchQuery);

@Resolver(() => SearchHit)
export class SearchResolver {
  constructor(private readonly objects: SearchService) {}

  @ReadField(SearchService, 'search')
  search(@AllArgs(SearchArgs) query: InstanceType<typeof SearchArgs>) {
    return this.objects.search(query);
  }
}
