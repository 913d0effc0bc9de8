import { Injectable } from '@nestjs/common';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { EntitlementsAt, type RankedSource } from '#modules/entitlements/entitlements';
import type { ExplainEntitlementQuery } from './explanations.inputs';
import { EntitlementExplanation } from './explanations.views';

/** How a source is called outside. */
export interface SourceName {
  sourceKey: string;
  id: string;
}

/** How are the sources of these keys called? Answered by who declares sources whose ids are not their keys. */
export const sourceNames = new Survey<{ sourceKeys: readonly string[] }, SourceName>(
  'entitlements.source-names',
);

@Injectable()
export class ExplanationsService {
  constructor(
    private readonly entitlements: EntitlementsAt,
    private readonly extensions: Extensions,
  ) {}

  /**
   * What a check answers, with all sources that it was decided on. Like a check it refuses nobody who is unknown.
   * Domain: entitlements-usage Q16
   * @throws BadUserInput for an instant of which nothing is known
   */
  @UseCase('explainEntitlement', {
    needs: 'entitlements:read',
    answers: one(EntitlementExplanation),
    summary: 'Why may this customer do this, or why not?',
  })
  async explain(customerId: string, query: ExplainEntitlementQuery): Promise<EntitlementExplanation> {
    const { featureId, resourceId = null, at } = query;
    const explained = await this.entitlements.explained({ customerId, featureId, resourceId }, at);
    const ids = await this.namesOf(explained.sources);
    return EntitlementExplanation.from(explained, { resourceId, ids });
  }

  private async namesOf(sources: readonly RankedSource[]): Promise<Map<string, string>> {
    const sourceKeys = sources
      .filter(({ source }) => source.sourceKind === 'SUBSCRIPTION')
      .map(({ source }) => source.sourceKey);
    if (sourceKeys.length === 0) return new Map();
    const names = await this.extensions.survey(sourceNames, { sourceKeys });
    return new Map([...names].map(({ sourceKey, id }) => [sourceKey, id]));
  }
}
