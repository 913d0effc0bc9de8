import { Module } from '@nestjs/common';
import { SnapshotsRepository } from './snapshots.repository';
import { SourceHistoryReader } from './source-history.reader';
import { SourceHistory } from './source-history.service';

@Module({
  providers: [SnapshotsRepository, SourceHistory, SourceHistoryReader],
  exports: [SourceHistory],
})
export class SourceHistoryModule {}
