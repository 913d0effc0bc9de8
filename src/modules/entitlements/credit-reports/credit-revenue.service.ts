import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Clock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { pageRequestOf } from '#libs/kernel/page';
import { earliest } from '#libs/kernel/period';
import { one } from '#libs/use-cases/answer';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { askedWallets, CustomerWallets } from '#modules/entitlements/credits';
import type { CreditRevenueQuery } from './credit-reports.inputs';
import { CreditGrantRevenue, CreditRevenue, CreditRevenueAmounts } from './credit-reports.views';
import { revenueOf, together, type Revenue } from './domain/granted-revenue';
import { partOf } from './domain/revenue-page';
import { spanOf, type ToldSpan } from './domain/told-span';
import { GrantedRevenueReader, type DrawnGrant, type GrantPlace } from './granted-revenue.reader';

/** A grant with what it was worth, exactly. */
export interface ValuedGrant extends DrawnGrant {
  revenue: Revenue;
}

/** Of which grants is asked. */
export interface AskedGrants {
  /** The last one of the page before. */
  after?: GrantPlace;
  limit: number;
  /** Only of these; else of the environment. */
  walletUids?: readonly string[];
}

const grantsAtOnce = 1000;

/** What credits were worth, each by the grant that it was of. Domain: credits V2, V3 */
@Injectable()
export class CreditRevenueService {
  constructor(
    private readonly reader: GrantedRevenueReader,
    private readonly wallets: CustomerWallets,
    private readonly clock: Clock,
  ) {}

  /** @throws CustomerNotFound, CustomCurrencyNotFound, BadUserInput */
  @UseCase('getCreditRevenue', {
    needs: 'credits:read',
    answers: one(CreditRevenue),
    isReport: true,
    summary: 'What the credits of a customer were worth: deferred, recognized and breakage. Ours.',
  })
  async get(query: CreditRevenueQuery): Promise<CreditRevenue> {
    const now = this.clock.now();
    const span = spanOf(query, now);
    const request = pageRequestOf(query);
    const named = await this.wallets.named(query);
    const wallets = askedWallets(await this.wallets.upToDate(named.customer.uid), named);
    const grants = await this.newestFirst(
      span,
      wallets.map(({ uid }) => uid),
    );
    const { items, ...pagination } = partOf(grants, request);
    return {
      ...{ grants: items.map(viewOf), pagination, totals: totalsOf(grants) },
      ...{ startDate: span.from, endDate: earliest(query.endDate ?? now, now) },
    };
  }

  /** In the order of their wallets, each page as of one instant: for who goes through all of an environment. */
  @Within()
  async page({ after, limit, walletUids }: AskedGrants, span: ToldSpan): Promise<ValuedGrant[]> {
    const grants = await this.reader.after({ place: after, limit }, span, walletUids);
    return grants.map((grant) => ({ ...grant, revenue: revenueOf(grant, span, grant.drawn) }));
  }

  private async newestFirst(span: ToldSpan, walletUids: readonly string[]): Promise<ValuedGrant[]> {
    const all: ValuedGrant[] = [];
    for (let hasMore = true; hasMore;) {
      const some = await this.page({ after: all.at(-1), limit: grantsAtOnce, walletUids }, span);
      all.push(...some);
      hasMore = some.length === grantsAtOnce;
    }
    return all.sort((a, b) => (a.uid > b.uid ? -1 : 1));
  }
}

function viewOf(grant: ValuedGrant): CreditGrantRevenue {
  const { id: creditGrantId, currencyId: creditCurrencyId, displayName, grantType, resourceId } = grant;
  return {
    ...CreditRevenueAmounts.from(grant.costCurrency, grant.revenue),
    ...{ creditGrantId, creditCurrencyId, displayName, grantType, resourceId },
  };
}

/** Rounded once, of what was not rounded before. */
function totalsOf(grants: readonly ValuedGrant[]): CreditRevenueAmounts[] {
  const costing = grants.filter(({ cost }) => cost?.greaterThan(0));
  const byCurrency = grouped<CurrencyCode, ValuedGrant>(costing, ({ costCurrency }) => costCurrency);
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, some]) =>
      CreditRevenueAmounts.from(currency, together(some.map(({ revenue }) => revenue))),
    );
}
