import { Module } from '@nestjs/common';
import { FigureBooksService } from './figure-books.service';
import { FiguresController } from './figures.controller';
import { FiguresRepository } from './figures.repository';
import { FiguresResolver } from './figures.resolver';
import { FiguresService } from './figures.service';

@Module({
  controllers: [FiguresController],
  providers: [FigureBooksService, FiguresRepository, FiguresResolver, FiguresService],
})
export class FiguresModule {}
