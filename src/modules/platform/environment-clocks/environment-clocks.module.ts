import { Module } from '@nestjs/common';
import { ClockMoves } from './clock-moves.service';
import { EnvironmentClocksController } from './environment-clocks.controller';
import { EnvironmentClocksRepository } from './environment-clocks.repository';
import { EnvironmentClocksResolver } from './environment-clocks.resolver';
import { EnvironmentClocksService } from './environment-clocks.service';

@Module({
  controllers: [EnvironmentClocksController],
  providers: [ClockMoves, EnvironmentClocksRepository, EnvironmentClocksResolver, EnvironmentClocksService],
})
export class EnvironmentClocksModule {}
