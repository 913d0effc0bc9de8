import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '#libs/http/openapi';
import { createTestApp, type TestApp } from '../support/app';
import { differences } from '../support/schema-likeness';

// Domain: catalog

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

const contractFile = resolve(__dirname, '../../../shared/interface/openapi.json');
const isAtHand = existsSync(contractFile);
const verbs = ['get', 'post', 'patch', 'put', 'delete'];

const operationsOf = (document: Json): Map<string, Operation> =>
  new Map(
    Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      verbs.flatMap((verb): [string, Operation][] => {
        const operation = item[verb];
        return operation ? [[`${verb.toUpperCase()} ${path}`, operation]] : [];
      }),
    ),
  );

/** Where our document may say something else, each with its reason. */
const excused: [RegExp, string][] = [
  [/^\w*Subscriptions? .*\.(charges|billingInformation|budget|checkoutOptions)$/, 'not built'],
  [
    /^previewSubscription body\.(minimumSpend|paymentCollectionMethod|priceOverrides)$/,
    'additions of ours (customers-subscriptions O1, O2, V9)',
  ],
  [/^\w*Subscriptions? .*\.(cancellationDate|startDate|unitQuantity|billingCountryCode)$/, 'not built'],
  [/\.trialEndDate$/, 'not built'],
  [/^createCustomer body\.defaultPaymentMethod/, 'not built'],
  [
    /^\w+CustomerIntegrations? answer.*\.syncData<\d>/,
    'of the shapes of the contract that of billing alone is told',
  ],
  [/^createSubscription body\.trialOverrideConfiguration/, 'not built'],
  [
    /^createContract body\.subscriptions\[\]\.newSubscription\.(billingInformation|cancellationDate)/,
    'not built',
  ],
  [/^createContract body\.subscriptions\[\]\.newSubscription\.checkoutOptions/, 'not built'],
  [
    /^createContract body\.subscriptions\[\]\.newSubscription\.(startDate|trialOverrideConfiguration)/,
    'not built',
  ],
  [/\.coupons\[\]\.(startDate|endDate)$/, 'addition of ours (customers-subscriptions N4)'],
  [
    /^\w+Customer(s|PaymentMethod)? (body|answer\.data(\[\])?)\.(billingAddress|taxIds)$/,
    'addition of ours (customers-subscriptions U12)',
  ],
  [/^importCustomers answer\.data\.failures$/, 'addition of ours (customers-subscriptions U11)'],
  [/^createContract body\.contractId$/, 'addition of ours (contracts-billing C2)'],
  [/^(createContract|createSubscription) .*(credit|<CREDIT>)/, 'not built: credits of contracts'],
  [
    / answer\.data(\[\])?\.(subscription\.)?(billingCycleAnchor|currentBillingPeriod(Start|End))$/,
    'not built',
  ],
  [/ answer\.data(\[\])?\.(subscription\.)?(futureUpdates|latestInvoice|prices|trial)$/, 'not built'],
  [/ answer\.data\.(checkoutBillingId|checkoutUrl)$/, 'not built: payment'],
  [/^(createFeature body|\w*Features? answer.*)\.meter$/, 'addition of ours (F7)'],
  [/^\w*Products? answer.*\.usageResetCutoffRule$/, 'addition of ours (P3)'],
  [
    /^(reportUsage body\.usages\[\]|consumeCredits body)\.enforceLimit$/,
    'addition of ours (entitlements-usage Q12)',
  ],
  [
    /^listCreditLedgerEntries answer\.data\[\]\.(id|seq|actor|startingBalance|endingBalance)$/,
    'addition of ours (credits D2)',
  ],
  [/^getCreditAutoRecharge answer\.data\.paymentCollectionMethod$/, 'addition of ours (credits A7)'],
  [/PromotionalEntitlements? answer.*\.featureRefId$/, 'addition of ours (entitlements-usage M1)'],
  [/^updateSubscription body\.addonsMode/, 'addition of ours (customers-subscriptions D1)'],
  [/^migrateSubscription body\.targetVersion/, 'addition of ours (customers-subscriptions X5)'],
  [/^\w*Plan(s|Draft)? answer.*\.overageBillingPeriod$/, 'addition of ours (R5)'],
  [/^listCustomerGovernance answer\.data\[\]\.asOf$/, 'addition of ours (access-and-events G9)'],
  [/^listCustomerInvoices answer.*\.(amountDue|explanation)$/, 'addition of ours (contracts-billing V5, V7)'],
  [
    /^list\w*Charges answer.*\.(currencyId|resetPeriod|resetPeriodConfiguration)$/,
    'addition of ours (R3, R6)',
  ],
  [
    / answer\.data.*\.resetPeriodConfiguration/,
    'told as one object; its values are those of the three of the contract',
  ],
];

/** Stricter than the contract states, by a rule of the domain; nothing that the rules allow is refused. */
const stricter: [RegExp, string][] = [
  [
    / (body|answer).*: (pattern|minLength|maxLength|minItems) .*(undefined|null) in the contract$/,
    'catalog C1, C6, F4',
  ],
];

const isExcused = (path: string): boolean => excused.some(([pattern]) => pattern.test(path));
const isStricter = (difference: string): boolean => stricter.some(([pattern]) => pattern.test(difference));

describe('the published OpenAPI document', () => {
  let app: TestApp;
  let ours: Json;

  beforeAll(async () => {
    app = await createTestApp();
    ours = JSON.parse(JSON.stringify(openApiDocument(app.nest))) as Json;
  });
  afterAll(() => app.close());

  it('H-15: tells every route that is answered, and no other', () => {
    const told = [...operationsOf(ours).keys()].sort();
    expect(told.length).toBeGreaterThan(40);
    expect(new Set(told).size).toBe(told.length);
  });

  it('an enum that may be null says so', () => {
    const schemas = (ours['components'] as Json)['schemas'] as Record<string, { properties: Json }>;
    const currency = schemas['CreateCustomerBody']?.properties['billingCurrency'] as { anyOf: Json[] };
    expect(currency.anyOf.map(({ type }) => type)).toEqual(['string', 'null']);
    const closed = (node: unknown): unknown[] => {
      if (typeof node !== 'object' || node === null) return [];
      const { enum: values, type } = node as Json;
      const isClosed = Array.isArray(values) && Array.isArray(type) && !values.includes(null);
      return [...(isClosed ? [node] : []), ...Object.values(node).flatMap(closed)];
    };
    expect(closed(ours)).toEqual([]);
  });

  it('names each operation once', () => {
    const names = [...operationsOf(ours)]
      .filter(([route]) => !route.includes('/v2/'))
      .map(([, o]) => o.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  if (!isAtHand) {
    it.todo('agrees with the wire contract: not compared, the contract is not at hand');
    return;
  }

  const theirs = JSON.parse(readFileSync(contractFile, 'utf8')) as Json;

  it('has every operation of the wire contract', () => {
    const built = operationsOf(ours);
    const asked = [...operationsOf(theirs).keys()];
    expect(asked).toHaveLength(123);
    expect(asked.filter((route) => !built.has(route))).toEqual([]);
  });

  describe.each([...operationsOf(theirs)])('%s', (route, their) => {
    const our = () => operationsOf(ours).get(route) as Operation;
    const compare = (a: Json | undefined, b: Json | undefined, side: 'answer' | 'body') =>
      b
        ? differences(
            { document: ours, schema: a ?? {} },
            { document: theirs, schema: b },
            `${their.operationId} ${side}`,
            { isExcused, side },
          ).filter((difference) => !isStricter(difference))
        : [];
    const bodyOf = (operation: Operation) => jsonSchema(operation.requestBody);

    it('has its name, its parameters and its body', () => {
      expect(our().operationId).toBe(their.operationId);
      const names = ({ parameters = [] }: Operation, document: Json) =>
        parameters
          .map((each) => (each['$ref'] ? parameterAt(document, each['$ref'] as string) : each))
          .flatMap(({ name, in: place }) => (place === 'header' ? [] : [String(name)]));
      const missing = names(their, theirs).filter((name) => !names(our(), ours).includes(name));
      expect(missing).toEqual([]);
      expect(compare(bodyOf(our()), bodyOf(their), 'body')).toEqual([]);
    });

    it('answers its shape', () => {
      const [status] = Object.keys(their.responses).filter((each) => each.startsWith('2'));
      const [a, b] = [our(), their].map((o) => jsonSchema(o.responses[status as string]));
      expect(a).toBeDefined();
      expect(compare(a, b, 'answer')).toEqual([]);
    });
  });
});

const jsonSchema = (holder: Json | undefined): Json | undefined =>
  (holder?.['content'] as Record<string, { schema: Json }> | undefined)?.['application/json']?.schema;

const parameterAt = (document: Json, reference: string): Json =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((node, key) => node[key] as Json, document);
