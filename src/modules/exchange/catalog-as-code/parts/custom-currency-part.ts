import { Injectable } from '@nestjs/common';
import { notBuilt } from '#libs/kernel/errors/domain-error';
import { CustomCurrenciesService, type CreateCustomCurrencyBody } from '#modules/catalog/custom-currencies';
import type { ObjectChange } from '../domain/catalog-object';
import { customCurrencyForm, type CustomCurrencyDocument } from '../domain/custom-currency-form';
import type { CatalogPart, PartObject, Steps } from './catalog-part';

@Injectable()
export class CustomCurrencyPart implements CatalogPart<CustomCurrencyDocument> {
  readonly form = customCurrencyForm;

  constructor(private readonly currencies: CustomCurrenciesService) {}

  /** The active ones: an archived currency gives its id free again. Domain: credits Y2 */
  async read(hold: boolean): Promise<PartObject<CustomCurrencyDocument>[]> {
    const stored = await this.currencies.everything(hold);
    return stored
      .filter(({ archivedAt }) => archivedAt === null)
      .map((currency) => ({ object: customCurrencyForm.normal(currency as CustomCurrencyDocument) }));
  }

  steps({ before, after, at }: ObjectChange<CustomCurrencyDocument>): Steps {
    if (!after) return { RETIRE: [() => Promise.reject(notBuilt(at, 'archiving a custom currency'))] };
    if (before) return { CHANGE: [() => Promise.reject(notBuilt(at, 'changing a custom currency'))] };
    return { MAKE: [() => this.currencies.create(after as CreateCustomCurrencyBody)] };
  }
}
