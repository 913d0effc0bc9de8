import { Module } from '@nestjs/common';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { MetersModule } from '#modules/entitlements/meters';
import { SourceHistoryModule } from '#modules/entitlements/source-history';
import { EstimatesController } from './estimates.controller';
import { EstimatesResolver } from './estimates.resolver';
import { EstimatesService } from './estimates.service';

@Module({
  imports: [EntitlementsModule, MetersModule, SourceHistoryModule],
  controllers: [EstimatesController],
  providers: [EstimatesResolver, EstimatesService],
})
export class EstimatesModule {}
