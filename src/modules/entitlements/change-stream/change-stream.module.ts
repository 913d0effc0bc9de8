import { Module } from '@nestjs/common';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { ChangeLogRepository } from './change-log.repository';
import { ChangeStreamController } from './change-stream.controller';
import { ChangeStreamResolver } from './change-stream.resolver';
import { ChangeStreamService } from './change-stream.service';
import { OpenStreams } from './open-streams.service';
import { PublishedPackages } from './published-packages.service';
import { StreamRounds } from './stream-rounds.listener';
import { ToldChanges } from './told-changes.service';

@Module({
  imports: [EntitlementsModule],
  controllers: [ChangeStreamController],
  providers: [
    ChangeLogRepository,
    ChangeStreamResolver,
    ChangeStreamService,
    OpenStreams,
    PublishedPackages,
    StreamRounds,
    ToldChanges,
  ],
})
export class ChangeStreamModule {}
