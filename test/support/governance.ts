import { createTestApp, type TestApp } from './app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from './client';
import { copyForEach } from './copied-environment';
import type { TestEnvironment } from './environments';
import { everyField } from './graphql-selection';
import { meterOf } from './metered-features';

export const doors = ['REST', 'GRAPHQL'] as const;
type Door = (typeof doors)[number];
type Answer = RestAnswer | GraphqlAnswer;

interface Listed {
  items: Json[];
  next: string | null;
}

/** `{a: 'b'}` as a query of REST: lists by commas, maps by brackets. */
function queryOf(query: Json): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)])
      : [[name, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** As GraphQL writes arguments: enum values are words. */
function argumentsOf(query: Json): string {
  const enums = new Set(['order', 'scope', 'sortBy']);
  return Object.entries(query)
    .map(([name, value]) => {
      const text = JSON.stringify(value).replaceAll(/"([^"]+)":/g, '$1: ');
      return `${name}: ${enums.has(name) ? String(value) : text}`;
    })
    .join(', ');
}

/** Governance of one customer through one of the doors. */
export class Governance {
  constructor(
    private readonly app: TestApp,
    readonly api: ApiClient,
    private readonly door: Door,
    readonly customerId = 'acorn',
  ) {}

  of(customerId: string): Governance {
    return new Governance(this.app, this.api, this.door, customerId);
  }

  as(api: ApiClient): Governance {
    return new Governance(this.app, api, this.door, this.customerId);
  }

  putTypes = (...types: Json[]): Promise<Answer> =>
    this.isRest
      ? this.api.beta('PUT', '/entity-types', { types })
      : this.mutate('upsertEntityTypes', 'UpsertEntityTypesInput', { types }, 'EntityType', false);

  putEntities = (...entities: Json[]): Promise<Answer> =>
    this.write('PUT', 'entities', 'upsertEntities', { entities }, 'GovernedEntity');

  archive = (...ids: string[]): Promise<Answer> =>
    this.write('POST', 'entities/archive', 'archiveEntities', { ids }, 'ArchivedEntities');

  unarchive = (...ids: string[]): Promise<Answer> =>
    this.write('POST', 'entities/unarchive', 'unarchiveEntities', { ids }, 'ArchivedEntities');

  assign = (...assignments: Json[]): Promise<Answer> =>
    this.write('PUT', 'assignments', 'upsertAssignments', { assignments }, 'UsageAssignment');

  entity = (id: string): Promise<Answer> =>
    this.isRest
      ? this.api.beta('GET', `/customers/${this.customerId}/entities/${encodeURIComponent(id)}`)
      : this.ask('entity', 'GovernedEntity', { customerId: this.customerId, id });

  types = (query: Json = {}): Promise<Answer> =>
    this.listed('/entity-types', 'entityTypes', 'EntityType', query, {});

  entities = (query: Json = {}): Promise<Answer> =>
    this.ofCustomer('entities', 'entities', 'GovernedEntity', query);

  assignments = (query: Json = {}): Promise<Answer> =>
    this.ofCustomer('assignments', 'assignments', 'UsageAssignment', query);

  tree = (query: Json = {}): Promise<Answer> =>
    this.ofCustomer('governance', 'customerGovernance', 'ListCustomerGovernanceData', query);

  check = (query: Json): Promise<Answer> =>
    this.isRest
      ? this.api.beta('GET', `/customers/${this.customerId}/entitlements/check?${queryOf(query)}`)
      : this.ask('checkCustomerEntitlementBeta', 'CustomerEntitlementBeta', {
          customerId: this.customerId,
          ...query,
        });

  /** Of either door: what a list answered. */
  async listOf(call: Promise<Answer>): Promise<Listed> {
    const answer = await call;
    if (answer.door === 'REST') {
      const { data, pagination } = answer.body as { data: Json[]; pagination: { next: string | null } };
      if (answer.status !== 200) throw new Error(answer.text);
      return { items: data, next: pagination.next };
    }
    const connection = await expectOk<{
      edges: { node: Json }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    }>(Promise.resolve(answer));
    const { edges, pageInfo } = connection;
    return { items: edges.map(({ node }) => node), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
  }

  /** `agent ✓ 0/20` of each node, leaf first. */
  async chains(query: Json): Promise<string[][]> {
    const { chains } = await expectOk<{ chains?: (Json & { isGranted: boolean })[][] | null }>(
      this.check(query),
    );
    return (chains ?? []).map((chain) =>
      chain.map(
        ({ entityId, isGranted, currentUsage, usageLimit }) =>
          `${entityId} ${isGranted ? '✓' : '✗'} ${currentUsage}/${usageLimit}`,
      ),
    );
  }

  /** What is used of budgets by entity, as the tree tells it; of several budgets of one the last. */
  async used(query: Json = {}): Promise<Record<string, unknown>> {
    const { items } = await this.listOf(this.tree({ ...query, ...this.mostOf(100) }));
    return Object.fromEntries(items.map(({ entityId, currentUsage }) => [entityId, currentUsage]));
  }

  /** A page of so many, as the door says it; the tree says it the same way in both. */
  private mostOf(limit: number): Json {
    return { limit };
  }

  private get isRest(): boolean {
    return this.door === 'REST';
  }

  private write(
    verb: 'PUT' | 'POST',
    path: string,
    operation: string,
    body: Json,
    type: string,
  ): Promise<Answer> {
    if (this.isRest) return this.api.beta(verb, `/customers/${this.customerId}/${path}`, body);
    const input = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`.replace(
      'Unarchive',
      'Archive',
    );
    return this.mutate(operation, input, body, type);
  }

  private mutate(
    operation: string,
    input: string,
    body: Json,
    type: string,
    isOfCustomer = true,
  ): Promise<GraphqlAnswer> {
    const [declared, passed] = isOfCustomer
      ? ['$customerId: String!, ', 'customerId: $customerId, ']
      : ['', ''];
    const document = `mutation(${declared}$input: ${input}!) { ${operation}(${passed}input: $input) ${everyField(this.app, type)} }`;
    return this.api.graphql(document, { customerId: this.customerId, input: body });
  }

  private ask(field: string, type: string, args: Json): Promise<GraphqlAnswer> {
    return this.api.graphql(`{ ${field}(${argumentsOf(args)}) ${everyField(this.app, type)} }`);
  }

  private ofCustomer(path: string, field: string, type: string, query: Json): Promise<Answer> {
    const { customerId } = this;
    return this.listed(`/customers/${customerId}/${path}`, field, type, query, { customerId });
  }

  private listed(path: string, field: string, type: string, query: Json, own: Json): Promise<Answer> {
    if (this.isRest) return this.api.beta('GET', `${path}?${queryOf(query)}`);
    const { limit, ...rest } = query;
    const paging = limit === undefined ? {} : { first: limit };
    const args = argumentsOf({ ...own, ...rest, ...paging });
    const text = `{ ${field}${args ? `(${args})` : ''} { edges { node ${everyField(this.app, type)} } pageInfo { hasNextPage endCursor } totalCount } }`;
    return this.api.graphql(text);
  }
}

/** What types of the stories are named by. */
export const storyTypes: Json[] = [
  { id: 'department', displayName: 'Department', attributionKeys: [] },
  { id: 'team', displayName: 'Team', attributionKeys: ['teamId'] },
  { id: 'agent', displayName: 'Agent', attributionKeys: ['agentId', 'botId'] },
  { id: 'model', displayName: 'Model', attributionKeys: ['model'] },
];

/**
 * `acorn` and `beech` have `calls`, which are reported, and `tokens`, which events tell: 100,000 of each a month. Of `acorn` agents stand
 * below teams, and teams below a department.
 */
export async function governed(app: TestApp, door: Door, { api }: TestEnvironment): Promise<Governance> {
  await createProduct(api, 'product');
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'tokens', 'metered', { meter: meterOf('SUM', 'tokens') });
  const entitlements = ['calls', 'tokens'].map((id) =>
    feature(id, { usageLimit: 100_000, resetPeriod: 'MONTH' }),
  );
  await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  for (const id of ['acorn', 'beech']) {
    await createCustomer(api, id);
    await subscribe(api, id, 'plan');
  }
  const governance = new Governance(app, api, door);
  await expectOk(governance.putTypes(...storyTypes));
  await expectOk(
    governance.putEntities(
      { id: 'dept', entityTypeId: 'department' },
      { id: 'team', entityTypeId: 'team' },
      { id: 'agent', entityTypeId: 'agent' },
    ),
  );
  return governance;
}

/** One application for the tests of a file, and for each of them a copy of what is governed. */
export function governedForEach(
  door: Door,
  take: (begun: { app: TestApp; place: TestEnvironment; house: Governance }) => unknown,
): void {
  copyForEach(
    createTestApp,
    async (app) => {
      const place = await app.newEnvironment();
      await governed(app, door, place);
      return place;
    },
    (app, place) => take({ app, place, house: new Governance(app, place.api, door) }),
  );
}

/** The tree of G8a: limits of a department, a team and an agent, of one feature by the month. */
export const limitsOf = (
  dept: number | null,
  team: number | null,
  agent: number | null,
  featureId = 'calls',
): Json[] => [
  { entityId: 'dept', featureId, usageLimit: dept, cadence: 'P1M' },
  { entityId: 'team', featureId, usageLimit: team, cadence: 'P1M', parentId: 'dept' },
  { entityId: 'agent', featureId, usageLimit: agent, cadence: 'P1M', parentId: 'team' },
];
