import { Module } from '@nestjs/common';
import { CountedUsage } from './counted-usage.service';
import { CountersRepository } from './counters.repository';
import { GroupCommit } from './group-commit.service';
import { MeteringService } from './metering.service';
import { PresentUsageReader } from './present-usage.reader';
import { UsageSpansReader } from './usage-spans.reader';

@Module({
  providers: [
    CountedUsage,
    CountersRepository,
    GroupCommit,
    MeteringService,
    PresentUsageReader,
    UsageSpansReader,
  ],
  exports: [CountedUsage, MeteringService],
})
export class MeteringModule {}
