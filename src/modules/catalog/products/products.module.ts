import { Module } from '@nestjs/common';
import { AutoCancellationRulesController } from './auto-cancellation-rules.controller';
import { AutoCancellationRulesRepository } from './auto-cancellation-rules.repository';
import { AutoCancellationRulesResolver } from './auto-cancellation-rules.resolver';
import { AutoCancellationRulesService } from './auto-cancellation-rules.service';
import { ProductDuplicationService } from './product-duplication.service';
import { ProductRetirementService } from './product-retirement.service';
import { ProductsController } from './products.controller';
import { ProductsRepository } from './products.repository';
import { ProductsResolver } from './products.resolver';
import { ProductsService } from './products.service';

@Module({
  controllers: [ProductsController, AutoCancellationRulesController],
  providers: [
    AutoCancellationRulesRepository,
    AutoCancellationRulesResolver,
    AutoCancellationRulesService,
    ProductDuplicationService,
    ProductRetirementService,
    ProductsRepository,
    ProductsResolver,
    ProductsService,
  ],
  exports: [AutoCancellationRulesService, ProductRetirementService, ProductsService],
})
export class ProductsModule {}
