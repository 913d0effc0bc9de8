import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import { MetersService } from '#modules/entitlements/meters';
import { figureSpanOf } from './domain/figure-span';
import { isLevel, requireAddable, usageByDay } from './domain/usage-figures';
import type { UsageFiguresQuery } from './figures.inputs';
import { UsageFiguresRepository } from './usage-figures.repository';
import { UsageFigures } from './usage-figures.views';

@Injectable()
export class UsageFiguresService {
  constructor(
    private readonly repository: UsageFiguresRepository,
    private readonly features: FeaturesService,
    private readonly meters: MetersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Domain: access-and-events P6
   * @throws FeatureNotFound, UnsupportedFeatureType, BadUserInput
   */
  @UseCase('getUsageFigures', {
    needs: 'usage:read',
    answers: one(UsageFigures),
    isReport: true,
    summary: 'What all customers used of a feature, by day. An addition.',
  })
  async get({ featureId, ...asked }: UsageFiguresQuery): Promise<UsageFigures> {
    const now = this.clock.now();
    const feature = (await this.features.findAll([featureId])).get(featureId) as StoredFeature;
    requireAddable(feature);
    const span = figureSpanOf(asked, now);
    const meter = feature.meter && (await this.meters.at([feature.uid], now)).get(feature.uid);
    const sources = meter ? [feature.uid, meter.uid] : [feature.uid];
    const [sums, openings] = await Promise.all([
      this.repository.sums(sources, span, isLevel(feature)),
      this.repository.openings(sources),
    ]);
    return UsageFigures.from(featureId, span, usageByDay(sums, openings, span, feature));
  }
}
