import { Module } from '@nestjs/common';
import { CountersRepository } from './counters.repository';
import { MeteringService } from './metering.service';
import { PresentUsageReader } from './present-usage.reader';

@Module({
  providers: [CountersRepository, MeteringService, PresentUsageReader],
  exports: [MeteringService],
})
export class MeteringModule {}
