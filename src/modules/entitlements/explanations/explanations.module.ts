import { Module } from '@nestjs/common';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { ExplanationsController } from './explanations.controller';
import { ExplanationsResolver } from './explanations.resolver';
import { ExplanationsService } from './explanations.service';

@Module({
  imports: [EntitlementsModule],
  controllers: [ExplanationsController],
  providers: [ExplanationsResolver, ExplanationsService],
})
export class ExplanationsModule {}
