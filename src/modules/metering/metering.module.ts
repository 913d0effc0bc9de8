import { Module } from '@nestjs/common';
import { CountersRepository } from './counters.repository';
import { MeteringService } from './metering.service';

@Module({ providers: [CountersRepository, MeteringService], exports: [MeteringService] })
export class MeteringModule {}
