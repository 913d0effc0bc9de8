const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };
const listOf = (items: object) => ({ type: 'array', items });
const closed = (properties: object, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const nullableNumber = { type: ['number', 'null'] };
const invoiceLine = closed(
  {
    ...{ amount: nullableNumber, quantity: nullableNumber, unitPrice: nullableNumber },
    ...{ description: nullableText, explanation: nullableText, productExternalId: nullableText },
  },
  ['amount', 'description', 'productExternalId', 'quantity', 'unitPrice'],
);
const condition = closed({ field: text, operation: text, value: text, values: listOf(text) }, [
  'field',
  'operation',
]);
const meter = closed(
  {
    aggregation: closed({ function: text, field: text }, ['function']),
    filters: listOf(closed({ conditions: listOf(condition) }, ['conditions'])),
  },
  ['aggregation', 'filters'],
);

const postalAddress = closed(
  {
    ...{ line1: text, line2: nullableText, city: text, state: nullableText },
    ...{ postalCode: nullableText, country: text },
  },
  ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
);

/** Successes beyond the one that openapi.json states for a route, by its template; the body is the same. Domain: contracts-billing C2 */
export const furtherSuccesses: Record<string, { verb: string; stated: string; further: string }> = {
  '/api/v1/contracts': { verb: 'post', stated: '201', further: '200' },
};

/**
 * What our answers tell beyond openapi.json, by the name of its schema: the only exceptions from the rule that an answer
 * holds nothing else. Each is listed in docs/extensions.md. Decision 9 of the interface's README.
 */
export const additions: Record<string, Record<string, object>> = {
  AddonCharge: {
    currencyId: nullableText,
    resetPeriod: nullableText,
    resetPeriodConfiguration: {
      type: ['object', 'null'],
      properties: { accordingTo: text },
      required: ['accordingTo'],
      additionalProperties: false,
    },
  },
  CreditAutoRecharge: { paymentCollectionMethod: nullableText },
  CreditLedgerEntry: {
    ...{ id: text, seq: { type: 'integer' }, actor: text },
    ...{ startingBalance: { type: 'number' }, endingBalance: { type: 'number' } },
  },
  CustomerInvoice: { amountDue: { type: 'number' }, lineItems: listOf(invoiceLine) },
  Price: {
    ...{ currencyId: text, creditGrantCadence: text, topUpCustomCurrencyId: text },
    creditRate: closed({ amount: { type: 'number' }, currencyId: text, costFormula: nullableText }, [
      ...['amount', 'currencyId', 'costFormula'],
    ]),
  },
  SubscriptionCoupon: { startDate: text, endDate: nullableText },
  PromotionalEntitlement: { featureRefId: text },
  Plan: { overageBillingPeriod: nullableText },
  Customer: {
    billingAddress: { anyOf: [postalAddress, { type: 'null' }] },
    taxIds: listOf(closed({ type: text, value: text }, ['type', 'value'])),
  },
  ListCustomerGovernanceData: { asOf: text },
  Feature: {
    meter: { anyOf: [meter, { type: 'null' }] },
  },
  ImportCustomersData: {
    failures: listOf(
      closed({ index: { type: 'integer' }, id: nullableText, code: text, message: text }, [
        ...['index', 'id', 'code', 'message'],
      ]),
    ),
  },
  Product: {
    usageResetCutoffRule: closed({ behavior: text }, ['behavior']),
  },
};
