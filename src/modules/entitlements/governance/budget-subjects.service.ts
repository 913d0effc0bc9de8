import { Injectable } from '@nestjs/common';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { placedIn, type Placed } from '#libs/kernel/errors/placed';
import { CustomCurrenciesService } from '#modules/catalog/custom-currencies';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import type { BudgetSubject } from './domain/usage-assignment';
import type { AssignmentInput } from './governance.inputs';

/** What budgets of entities are of. Domain: access-and-events G4, G6 */
@Injectable()
export class BudgetSubjects {
  constructor(
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /** In their order. @throws FeatureNotFound, CustomCurrencyNotFound, MeteringNotAvailableForFeatureType, BadUserInput */
  async of(asked: readonly AssignmentInput[]): Promise<BudgetSubject[]> {
    for (const [index, { featureId, currencyId }] of asked.entries())
      if ((featureId === undefined) === (currencyId === undefined))
        throw badInput(`assignments[${index}]: send exactly one of featureId and currencyId`);
    const features = await this.features.findPlaced(named(asked, ({ featureId }) => featureId));
    const currencies = await this.currencies.findPlaced(named(asked, ({ currencyId }) => currencyId));
    return asked.map(({ featureId, currencyId }, index) => {
      const feature = featureId === undefined ? undefined : features.get(featureId);
      if (feature) requireDivisible(feature, `assignments[${index}].featureId`);
      const found = feature ?? currencies.get(currencyId ?? '');
      if (!found) throw new Error('What was found is not there');
      return { kind: feature ? 'FEATURE' : 'CURRENCY', uid: found.uid, id: found.id };
    });
  }
}

const named = (
  asked: readonly AssignmentInput[],
  idOf: (each: AssignmentInput) => string | undefined,
): Placed<string>[] =>
  placedIn('assignments', asked).flatMap(({ asked: each, at }) => {
    const id = idOf(each);
    return id === undefined ? [] : [{ asked: id, at }];
  });

/** What is not added up cannot be divided among those who used it. */
function requireDivisible({ id, meterType, meter }: StoredFeature, field: string): void {
  if (meterType === 'None')
    throw new DomainError(
      'MeteringNotAvailableForFeatureType',
      `${field}: usage of feature ${id} is not metered, so nobody can have a budget of it`,
    );
  const name = meter?.aggregation.function;
  if (name && name !== 'COUNT' && name !== 'SUM')
    throw badInput(
      `${field}: the meter of feature ${id} takes ${name}, which does not add up; only COUNT and SUM can be divided among entities`,
    );
}
