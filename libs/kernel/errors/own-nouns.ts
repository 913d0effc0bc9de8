interface OwnNoun {
  /** What scopes are about: `contracts` gives `contracts:read` and `contracts:write`. */
  readonly permission?: string;
  /** What the activity log calls it. */
  readonly activity?: string;
  /** The code of status 404 for an id that is unknown. */
  readonly notFound?: string;
}

/**
 * What this service holds beyond the published interface, each noun with the names that the interface lacks. Other lists have
 * the published names; here a new resource enters its own.
 */
const ownNouns = {
  contract: { activity: 'CONTRACT', notFound: 'ContractNotFound' },
  invoice: { activity: 'INVOICE', notFound: 'InvoiceNotFound' },
  'line item of the contract': { notFound: 'ContractLineItemNotFound' },
  task: { notFound: 'TaskNotFound' },
  'legal entity': { activity: 'LEGAL_ENTITY', notFound: 'LegalEntityNotFound' },
  'payment account': { activity: 'PAYMENT_ACCOUNT', notFound: 'PaymentAccountNotFound' },
  'API key': { activity: 'API_KEY' },
  account: { activity: 'ACCOUNT' },
  member: { activity: 'MEMBER' },
  environment: { activity: 'ENVIRONMENT' },
  'environment settings': { activity: 'ENVIRONMENT_SETTINGS' },
  'clock of the environment': { activity: 'ENVIRONMENT_CLOCK' },
  catalog: { activity: 'CATALOG' },
  'promotion code': { activity: 'PROMOTION_CODE' },
  'secret of customer tokens': { activity: 'CUSTOMER_TOKEN_SECRET', notFound: 'CustomerTokenSecretNotFound' },
  integration: { activity: 'INTEGRATION' },
  webhook: { activity: 'WEBHOOK', notFound: 'WebhookNotFound' },
  'delivery of the webhook': { notFound: 'WebhookDeliveryNotFound' },
  'entity type': { activity: 'ENTITY_TYPE' },
  entity: { activity: 'ENTITY', notFound: 'EntityNotFound' },
  'usage assignment': { activity: 'USAGE_ASSIGNMENT' },
  'destination of the data export': {
    activity: 'EXPORT_DESTINATION',
    notFound: 'ExportDestinationNotFound',
  },
} as const satisfies Readonly<Record<string, OwnNoun>>;

type Nouns = typeof ownNouns;
type NamesOf<Use extends keyof OwnNoun> = Extract<Nouns[keyof Nouns], Record<Use, string>>[Use];

/** Each of our nouns that has a name for this use: the noun as a sentence calls it, and that name. */
export const ownNamesFor = <Use extends keyof OwnNoun>(use: Use): [noun: string, name: NamesOf<Use>][] =>
  Object.entries<OwnNoun>(ownNouns).flatMap(([noun, { [use]: name }]): [string, NamesOf<Use>][] =>
    name === undefined ? [] : [[noun, name as NamesOf<Use>]],
  );
