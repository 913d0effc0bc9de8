import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { SearchQuery } from './search.inputs';
import { SearchService } from './search.service';

@ApiTags('Search')
@Controller('api/v1/search')
export class SearchController {
  constructor(private readonly objects: SearchService) {}

  @Endpoint.get('', SearchService, 'search')
  search(@Query() query: SearchQuery) {
    return this.objects.search(query);
  }
}
