import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { pageRequestOf } from '#libs/kernel/page';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { askedWallets, CustomerWallets, type StoredWallet } from '#modules/entitlements/credits';
import type { CreditUsageQuery } from './credit-reports.inputs';
import { CreditUsage, type UsedCreditCurrency } from './credit-reports.views';
import { CreditUsageReader, type FoundSeries } from './credit-usage.reader';
import { requireDifferent, seriesOf } from './domain/credit-series';
import { placeOf, tagsAt } from './domain/series-place';
import { bucketedSpan } from './domain/told-span';

@Injectable()
export class CreditUsageService {
  constructor(
    private readonly reader: CreditUsageReader,
    private readonly wallets: CustomerWallets,
    private readonly currencies: CustomCurrenciesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Summed from the ledgers when it is asked for, each entry at the instant of its usage. Domain: credits V1
   * @throws CustomerNotFound, CustomerResourceNotFound, CustomCurrencyNotFound, BadUserInput
   */
  @UseCase('getCreditUsage', {
    needs: 'credits:read',
    answers: one(CreditUsage),
    isReport: true,
    summary: 'What a customer consumed of its credits over time.',
  })
  async get(query: CreditUsageQuery): Promise<CreditUsage> {
    const { groupBy: keys = [] } = query;
    requireDifferent(keys);
    const span = bucketedSpan(query, this.clock.now());
    const { limit, direction, cursor } = pageRequestOf(query);
    const place = cursor === undefined ? undefined : tagsAt(cursor, keys.length);
    const named = await this.wallets.named(query);
    const all = await this.wallets.upToDate(named.customer.uid);
    const currency = named.currency ?? (await this.onlyCurrency(all));
    if (!currency) return { currency: null, pagination: noOthers, series: [] };
    const wallets = askedWallets(all, { ...named, currency });
    const found = await this.reader.page({ wallets, span, keys, direction, place, limit });
    return {
      currency: toldCurrency(currency),
      pagination: paginationOf(found),
      series: seriesOf(found.sums, keys, span),
    };
  }

  /** @throws BadUserInput where there are several. Domain: credits V1, Y5 */
  private async onlyCurrency(wallets: readonly StoredWallet[]): Promise<StoredCurrency | undefined> {
    const ids = [...new Set(wallets.map(({ currencyId }) => currencyId))];
    if (ids.length > 1)
      throw badInput(`currencyId: the customer has wallets of ${ids.sort().join(', ')}; name one`);
    return (await this.currencies.findAll(ids)).get(ids[0] ?? '');
  }
}

const noOthers = { next: null, prev: null };

function paginationOf({ sums, hasPrevious, hasMore }: FoundSeries): CreditUsage['pagination'] {
  const [first, last] = [sums[0], sums.at(-1)];
  return {
    next: hasMore && last ? placeOf(last.tags) : null,
    prev: hasPrevious && first ? placeOf(first.tags) : null,
  };
}

const toldCurrency = ({ id, displayName, symbol, units }: StoredCurrency): UsedCreditCurrency => ({
  ...{ currencyId: id, displayName, symbol },
  ...{ singular: units?.singular ?? null, plural: units?.plural ?? null },
});
