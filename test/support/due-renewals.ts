import { createCustomer, createProduct, publishPlan, subscribe } from './catalog';
import { expectOk, type ApiClient } from './client';
import { execute } from './database';
import { createIssuer } from './invoices';
import { multiplyFirstCustomer } from './many-subscriptions';
import { flatFee, monthly } from './priced-plans';

// As if they had begun a month ago. A boundary is counted from the anchor, so that of the 31st stays one.
const aMonthAgo = `
  update subscription s
     set start_date = at.start, usage_anchor = at.start, billing_cycle_anchor = at.start,
         billed_until = at.start + interval '1 month', due_at = at.start + interval '1 month'
    from (select uid, billing_cycle_anchor - interval '1 month' as start from subscription) at
   where at.uid = s.uid and s.customer_id <> 'customer-1'`;

/**
 * So many customers, each with a plan and five seats for 99 a month, under INVOICE: all of them are due now, at one boundary. `customer-1`, of whom
 * they are copies, has just begun and is billed for that.
 */
export async function sellRenewals(api: ApiClient, databaseUrl: string, count: number): Promise<void> {
  await createProduct(api, 'main');
  await createIssuer(api, 'seller');
  await expectOk(api.rest('POST', '/features', { id: 'seats', displayName: 'Seats', featureType: 'NUMBER' }));
  const seats = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
  await publishPlan(api, {
    ...{ id: 'team', productId: 'main', pricingType: null },
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49), seats] } },
  });
  await createCustomer(api, 'customer-1', { email: 'customer-1@example.com' });
  await subscribe(api, 'customer-1', 'team', {
    charges: [{ type: 'FEATURE', id: 'seats', quantity: 5 }],
    paymentCollectionMethod: 'INVOICE',
  });
  await multiplyFirstCustomer(databaseUrl, count + 1);
  await execute(databaseUrl, aMonthAgo, 'analyze');
}
