import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { defaultLimit, placedAt, type Page } from '#libs/kernel/page';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { onward } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsService } from '#modules/platform/accounts';
import { CustomersService } from '#modules/customers/customers';
import { AttributionsRepository } from './attributions.repository';
import { cursorAt, placeIn } from './domain/tree-cursor';
import { GovernanceTreeReader } from './governance-tree.reader';
import type { CustomerGovernanceQuery } from './governance.inputs';
import { ListCustomerGovernanceData } from './governance.views';

/** Budgets whose window is over that one reading brings up to date: the rest is told as it was, and `asOf` says so. */
const rolledAtOnce = 1000;

@Injectable()
export class GovernanceTreeService {
  constructor(
    private readonly tree: GovernanceTreeReader,
    private readonly attributions: AttributionsRepository,
    private readonly customers: CustomersService,
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * It tells, and decides nothing. Domain: access-and-events G9
   * @throws GovernanceNotEnabled, CustomerNotFound; BadUserInput for a cursor of another list
   */
  @UseCase('listCustomerGovernance', {
    needs: 'governance:read',
    answers: onward(ListCustomerGovernanceData),
    summary: 'List the budgets of a customer’s entities with what is used of them.',
  })
  async list(customerId: string, query: CustomerGovernanceQuery): Promise<Page<ListCustomerGovernanceData>> {
    await this.accounts.requireGovernance();
    const { sortBy = 'utilization', order = 'desc', limit = defaultLimit, scope = 'all' } = query;
    const { featureIds, currencyIds, entityTypeIds, entityIdSearch, minUtilization } = query;
    const after = query.after === undefined ? undefined : placeIn(query.after, { sortBy, order });
    const { uid } = await this.customers.getOrThrow(customerId);
    const now = this.clock.now();
    const asOf = await this.broughtUpTo(now, uid);
    const filter = { featureIds, currencyIds, entityTypeIds, entityIdSearch, scope, minUtilization };
    const found = await this.tree.page(uid, { sortBy, order, limit, after }, filter, now);
    const items = found.slice(0, limit).map(({ node, place }) => {
      const cursor = cursorAt({ sortBy, order }, place);
      return placedAt(ListCustomerGovernanceData.from(node, asOf), cursor);
    });
    const hasMore = found.length > limit;
    return { items, hasMore, hasPrevious: false, count: () => this.tree.count(uid, filter) };
  }

  /** What lists are sorted by is of windows that may be over by now. @returns as of when it is right */
  private async broughtUpTo(now: Date, customerUid: string): Promise<Date> {
    const rolled = await this.unitOfWork.run(() => this.attributions.roll(customerUid, now, rolledAtOnce));
    if (rolled < rolledAtOnce) return now;
    return (await this.attributions.overSince(customerUid, now)) ?? now;
  }
}
