import { Module } from '@nestjs/common';
import { CreditsModule } from '#modules/entitlements/credits';
import { AttentionController } from './attention.controller';
import { AttentionReader } from './attention.reader';
import { AttentionResolver } from './attention.resolver';
import { AttentionService } from './attention.service';

@Module({
  imports: [CreditsModule],
  controllers: [AttentionController],
  providers: [AttentionReader, AttentionResolver, AttentionService],
})
export class AttentionModule {}
