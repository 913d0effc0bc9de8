import { Module } from '@nestjs/common';
import { ChargesModule } from '#modules/catalog/charges';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { PackageChargesService } from './package-charges.service';
import { PackagePricesService } from './package-prices.service';

@Module({
  imports: [ChargesModule, PackageEntitlementsModule, PackageVersionsModule],
  providers: [PackageChargesService, PackagePricesService],
  exports: [PackageChargesService, PackagePricesService],
})
export class PackagePricesModule {}
