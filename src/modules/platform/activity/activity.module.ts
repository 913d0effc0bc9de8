import { Module } from '@nestjs/common';
import { ActivityChainRepository } from './activity-chain.repository';
import { ActivityHeads } from './activity-heads.service';
import { ActivityProofs } from './activity-proofs.service';
import { ActivityVerdicts } from './activity-verdicts.service';
import { ActivityWatchesRepository } from './activity-watches.repository';
import { ActivityController } from './activity.controller';
import { ActivityReader } from './activity.reader';
import { ActivityResolver } from './activity.resolver';
import { ActivityService } from './activity.service';
import { NightlyActivityProofs } from './nightly-activity-proofs.service';
import { WatchedActivity } from './watched-activity.reader';

@Module({
  controllers: [ActivityController],
  providers: [
    ActivityChainRepository,
    ActivityHeads,
    ActivityProofs,
    ActivityReader,
    ActivityResolver,
    ActivityService,
    ActivityVerdicts,
    ActivityWatchesRepository,
    NightlyActivityProofs,
    WatchedActivity,
  ],
  exports: [ActivityHeads, ActivityProofs],
})
export class ActivityModule {}
