import { Injectable } from '@nestjs/common';
import { earliestOf } from '#libs/kernel/period';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import { chainsUntil, judged, type Chains } from './domain/governance-chain';
import { BudgetChains } from './budget-chains.service';
import type { CheckGovernedEntitlementQuery } from './governance.inputs';
import {
  CustomerEntitlementCreditBeta,
  CustomerEntitlementFeatureBeta,
  type CustomerEntitlementBeta,
} from './governed-checks.views';
import { Chain } from './governance.views';

@Injectable()
export class GovernedChecksService {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly budgets: BudgetChains,
  ) {}

  /**
   * May this customer do this, now, and each of those who are named with all above them? It changes and reserves nothing. No account is refused
   * it. Domain: entitlements-usage Q10; access-and-events G1, G8
   * @throws BadUserInput as `checkCustomerEntitlement`
   */
  @UseCase('checkCustomerEntitlementBeta', {
    needs: 'entitlements:read',
    answers: one(CustomerEntitlementFeatureBeta, CustomerEntitlementCreditBeta),
    summary: 'May this customer do this, now, within the budgets of its entities?',
  })
  async check(
    customerId: string,
    { dimensions, ...query }: CheckGovernedEntitlementQuery,
  ): Promise<CustomerEntitlementBeta> {
    const answer = await this.entitlements.check(customerId, query);
    const chains = await this.chainsOf(customerId, { dimensions, ...query });
    if (chains.length === 0) return answer;
    const told = {
      ...answer,
      validUntil: earliestOf([answer.validUntil, chainsUntil(chains)]) ?? undefined,
      chains: chains.map((chain) => chain.map((node) => Chain.from(judged(node, query.requestedUsage)))),
    };
    const isRefused = told.chains.some((chain) => chain.some(({ isGranted }) => !isGranted));
    if (!isRefused || !answer.isGranted) return told;
    return { ...told, isGranted: false, accessDeniedReason: 'BudgetExceeded' };
  }

  private async chainsOf(
    customerId: string,
    { dimensions, featureId, currencyId }: CheckGovernedEntitlementQuery,
  ): Promise<Chains> {
    if (dimensions === undefined) return [];
    const about = { customerId, featureId: featureId ?? null, currencyId: currencyId ?? null };
    return this.budgets.of({ ...about, dimensions });
  }
}
