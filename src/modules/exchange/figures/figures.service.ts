import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { figureSpanOf } from './domain/figure-span';
import { activeByDay, revenueByCurrency } from './domain/figures';
import type { FiguresQuery } from './figures.inputs';
import { FiguresRepository } from './figures.repository';
import { Figures } from './figures.views';

@Injectable()
export class FiguresService {
  constructor(
    private readonly repository: FiguresRepository,
    private readonly clock: Clock,
  ) {}

  /** Domain: access-and-events P4 */
  @UseCase('getFigures', {
    needs: 'subscriptions:read',
    answers: one(Figures),
    isReport: true,
    summary: 'Active subscriptions, revenue scheduled and collected, by day. An addition.',
  })
  async get(query: FiguresQuery): Promise<Figures> {
    const span = figureSpanOf(query, this.clock.now());
    const sums = await this.repository.sums(span);
    const revenue = callerMay('invoices:read') ? revenueByCurrency(sums) : null;
    return Figures.from(span, activeByDay(sums, span), revenue);
  }
}
