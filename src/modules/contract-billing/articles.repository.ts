import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { Article } from './domain/article';
import { articleMapping } from './contract-billing.mapping';

@Injectable()
export class ArticlesRepository extends TenantTable<Article> {
  constructor(persistence: Persistence) {
    super(persistence, articleMapping);
  }

  /** The one of that name, which is `article` where there was none. Of two that make it at once, one waits. */
  async findOrInsert(article: Article): Promise<Article> {
    const known = await this.called(article.name);
    if (known) return known;
    const text = `insert into billing_article (environment_id, uid, name, created_at, updated_at)
                  values ($1, $2, $3, $4, $4) on conflict on constraint uq_billing_article_name do nothing`;
    const values = [currentEnvironmentId(), article.uid, article.name, article.createdAt];
    await this.persistence.database.query({ name: 'billing_article.insert', text }, values);
    const made = await this.called(article.name);
    if (!made) throw new Error('An article that was just inserted is not there');
    return made;
  }

  private async called(name: string): Promise<Article | undefined> {
    return (await this.where('named', 't.name = $2', [name]))[0];
  }
}
