import { Module } from '@nestjs/common';
import { DueSources } from './due-sources.service';
import { SnapshotsRepository } from './snapshots.repository';
import { SourceHistoryReader } from './source-history.reader';
import { SourceHistory } from './source-history.service';

@Module({
  providers: [DueSources, SnapshotsRepository, SourceHistory, SourceHistoryReader],
  exports: [DueSources, SourceHistory],
})
export class SourceHistoryModule {}
