import { Module } from '@nestjs/common';
import { SearchController } from './search.controller';
import { SearchReader } from './search.reader';
import { SearchResolver } from './search.resolver';
import { SearchService } from './search.service';

@Module({
  controllers: [SearchController],
  providers: [SearchReader, SearchResolver, SearchService],
})
export class SearchModule {}
