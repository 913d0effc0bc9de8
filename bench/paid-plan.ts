import { apiOf } from './api';

export const paidPlan = 'team';
/** How a request says what it buys of the plan. */
export const paidTerms = {
  charges: [{ type: 'FEATURE', id: 'seats', quantity: 5 }],
  paymentCollectionMethod: 'INVOICE',
} as const;

const monthly = (amount: number) => [{ billingPeriod: 'MONTHLY', price: { amount, currency: 'usd' } }];

/** A plan of the product that costs 49 a month and 10 for each seat, and a legal entity that sells it. */
export async function sellPaidPlan(url: string, key: string, productId: string): Promise<void> {
  const ask = apiOf(url, key);
  await ask('POST', '/contracts/legal-entities', { id: 'seller', name: 'Seller Ltd' });
  const account = { id: 'main', name: 'Main', iban: 'NL91ABNA0417164300' };
  await ask('POST', '/contracts/legal-entities/seller/payment-accounts', account);
  await ask('POST', '/features', { id: 'seats', displayName: 'Seats', featureType: 'NUMBER' });
  await ask('POST', '/plans', { id: paidPlan, displayName: 'Team', productId, pricingType: null });
  const pricingModels = [
    { billingModel: 'FLAT_FEE', pricePeriods: monthly(49) },
    { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: monthly(10) },
  ];
  await ask('PATCH', `/plans/${paidPlan}`, { charges: { pricingType: 'PAID', pricingModels } });
  await ask('POST', `/plans/${paidPlan}/publish`, { migrationType: 'NEW_CUSTOMERS' });
}
