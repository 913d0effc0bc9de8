import { Module } from '@nestjs/common';
import { CountedUsage } from './counted-usage.service';
import { CountersRepository } from './counters.repository';
import { GroupCommit } from './group-commit.service';
import { MeasurementNews } from './measurement-news.service';
import { MeteringService } from './metering.service';
import { PresentUsageReader } from './present-usage.reader';
import { ReachedLimits } from './reached-limits.service';
import { SharedUsage } from './shared-usage.service';
import { Spends } from './spends.service';
import { SpendsRepository } from './spends.repository';
import { UsageSpansReader } from './usage-spans.reader';

@Module({
  providers: [
    CountedUsage,
    CountersRepository,
    GroupCommit,
    MeasurementNews,
    MeteringService,
    PresentUsageReader,
    ReachedLimits,
    SharedUsage,
    Spends,
    SpendsRepository,
    UsageSpansReader,
  ],
  exports: [CountedUsage, MeteringService, SharedUsage, Spends],
})
export class MeteringModule {}
