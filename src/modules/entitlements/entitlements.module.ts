import { Module } from '@nestjs/common';
import { EntitlementsController } from './entitlements.controller';
import { EntitlementsReader } from './entitlements.reader';
import { EntitlementsResolver } from './entitlements.resolver';
import { EntitlementsService } from './entitlements.service';
import { FeatureQuestion } from './feature-question.service';
import { SnapshotsRepository } from './snapshots.repository';

@Module({
  controllers: [EntitlementsController],
  providers: [
    EntitlementsReader,
    EntitlementsResolver,
    EntitlementsService,
    FeatureQuestion,
    SnapshotsRepository,
  ],
  exports: [EntitlementsService],
})
export class EntitlementsModule {}
