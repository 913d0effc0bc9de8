import { Module } from '@nestjs/common';
import { CountersRepository } from './counters.repository';
import { GroupCommit } from './group-commit.service';
import { MeteringService } from './metering.service';
import { PresentUsageReader } from './present-usage.reader';

@Module({
  providers: [CountersRepository, GroupCommit, MeteringService, PresentUsageReader],
  exports: [MeteringService],
})
export class MeteringModule {}
