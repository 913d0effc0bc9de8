import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import { badInput, notBuilt } from '#libs/kernel/errors/domain-error';
import { CreditBalances } from '#modules/entitlements/credits';
import { creditRefusal } from './domain/credit-answer';
import type { CheckEntitlementQuery } from './entitlements.inputs';
import { CustomerEntitlementCredit } from './entitlements.views';

/** Checks of balances, and what lists tell of them. Domain: entitlements-usage Q9, Q13 */
@Injectable()
export class CreditChecks {
  constructor(
    private readonly balances: CreditBalances,
    private readonly clock: Clock,
  ) {}

  /** @throws BadUserInput for what only features can be asked, UnsupportedParameter for an instant */
  check(
    customerId: string,
    currencyId: string,
    query: CheckEntitlementQuery,
  ): Soon<CustomerEntitlementCredit> {
    const { requestedUsage, requestedValues, resourceId = null, at } = query;
    if (requestedValues !== undefined)
      throw badInput('requestedValues are of features; leave them out with currencyId');
    if (at !== undefined) throw notBuilt('at', 'balances as of an instant');
    return soon(this.balances.of({ customerId, currencyId, resourceId }), (read) => {
      const refusal = creditRefusal(read, { requestedUsage, resource: resourceId !== null });
      return CustomerEntitlementCredit.from(read, currencyId, refusal, this.clock.now());
    });
  }

  /** Wallets that pay for a customer, or for one of its resources. */
  async list(customerId: string, resourceId: string | null): Promise<CustomerEntitlementCredit[]> {
    const read = await this.balances.ofCustomer(customerId, resourceId);
    const now = this.clock.now();
    return read.map((each) =>
      CustomerEntitlementCredit.from(
        each,
        each.currency?.id ?? '',
        creditRefusal(each, { resource: false }),
        now,
      ),
    );
  }
}
