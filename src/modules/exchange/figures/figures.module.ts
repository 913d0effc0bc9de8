import { Module } from '@nestjs/common';
import { FeaturesModule } from '#modules/catalog/features';
import { MetersModule } from '#modules/entitlements/meters';
import { FigureBooksService } from './figure-books.service';
import { FiguresController } from './figures.controller';
import { FiguresRepository } from './figures.repository';
import { FiguresResolver } from './figures.resolver';
import { FiguresService } from './figures.service';
import { UsageFiguresRepository } from './usage-figures.repository';
import { UsageFiguresService } from './usage-figures.service';

@Module({
  imports: [FeaturesModule, MetersModule],
  controllers: [FiguresController],
  providers: [
    ...[FigureBooksService, FiguresRepository, FiguresResolver, FiguresService],
    ...[UsageFiguresRepository, UsageFiguresService],
  ],
})
export class FiguresModule {}
