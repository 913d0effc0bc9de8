import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced } from '#libs/kernel/errors/placed';
import { contractModelOf } from '#libs/pricing/contract-model';
import { FeaturesService } from '#modules/features';
import { ArticlesRepository } from './articles.repository';
import { Article, meteredBy, unmetered } from './domain/article';
import type { SoldArticle } from './domain/line-item';

/** What a line says of the article that it sells. */
interface NamedArticle {
  pricingModelId: string;
  name: string | null;
}

const nothing: SoldArticle = { articleUid: null, featureUid: null };

/** The articles that contracts sell, called items on the wire, by their names. Domain: contracts-billing I1, I6 */
@Injectable()
export class ArticlesService {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly features: FeaturesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The article of each name, made when there is none. One that is sold by its usage needs a metered feature.
   * @param field path of the list that names them
   * @throws BadUserInput, EntityIsArchivedError for an archived feature
   */
  @Within()
  async resolve(lines: readonly NamedArticle[], field: string): Promise<SoldArticle[]> {
    const sold = new Map<number, SoldArticle>();
    // In one order for everybody, so that two who make the same articles do not wait for each other in a circle.
    const named = [...lines.entries()].sort(([, a], [, b]) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
    for (const [index, line] of named) sold.set(index, await this.resolveOne(line, `${field}[${index}]`));
    return lines.map((_, index) => sold.get(index) as SoldArticle);
  }

  private async resolveOne({ pricingModelId, name }: NamedArticle, field: string): Promise<SoldArticle> {
    const { isPayAsYouGo } = contractModelOf(pricingModelId, `${field}.pricingModelId`);
    if (name === null) {
      if (isPayAsYouGo) throw unmetered(field);
      return nothing;
    }
    const article = await this.articles.findOrInsert(Article.named(name, this.clock.now()));
    if (!isPayAsYouGo) return { articleUid: article.uid, featureUid: null };
    return { articleUid: article.uid, featureUid: article.featureUid ?? (await this.meter(article, field)) };
  }

  /** From now on the article stands for this feature, whatever other features are called like it later. */
  private async meter(article: Article, field: string): Promise<string> {
    const feature = meteredBy(article.name, await this.features.called(article.name));
    if (!feature) throw unmetered(field);
    await eachPlaced([{ asked: feature, at: field }], (metering) => metering.requireUsable());
    article.featureUid = feature.uid;
    await this.articles.save(article, this.clock.now());
    return feature.uid;
  }
}
