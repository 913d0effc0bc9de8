import {
  isInputObjectType,
  isListType,
  getNullableType,
  isNonNullType,
  isEnumType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { SeededRandom } from '../support/seeded-random';
import { withAt } from './breaking';
import { GraphqlValues } from './graphql-values';
import { Selections } from './graphql-selections';
import { hostileBodies, hostileText, hostileValue } from './hostile-values';
import { written } from './json-text';
import { isReference, kindOfParameter, type KnownIds } from './known';
import { larderOf, recipes } from './recipes';
import type { Operation } from './reference';
import type { FuzzRequest, Intent } from './request';
import { keepsUnknown } from './rest-requests';

type Json = Record<string, unknown>;
type RootField = GraphQLField<unknown, unknown>;

export interface Root {
  kind: 'query' | 'mutation';
  field: RootField;
}

export const rootsOf = (schema: GraphQLSchema): Root[] => [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field): Root => ({ kind: 'query', field })),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field): Root => ({
    kind: 'mutation',
    field,
  })),
];

/** What a root field of a query is about, by the begin of its name; the longest one counts. */
const kindsByBegin: Record<string, string> = {
  ...{ addon: 'addons', apiKey: 'api-keys', contract: 'contracts', coupon: 'coupons', customer: 'customers' },
  ...{ environment: 'environments', feature: 'features', featureGroup: 'feature-groups', plan: 'plans' },
  ...{ integration: 'integrations', legalEntity: 'legal-entities', packageGroup: 'package-groups' },
  ...{ product: 'products', promotionCode: 'promotion-codes', subscription: 'subscriptions', task: 'tasks' },
  ...{ webhook: 'webhooks', customCurrenc: 'custom-currencies' },
};

const kindOfRoot = (name: string): string => {
  const [longest] = Object.keys(kindsByBegin)
    .filter((begin) => name.startsWith(begin))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? 'nothing' : (kindsByBegin[longest] ?? 'nothing');
};

interface Asked {
  query: string;
  variables: Json;
}

const openIntrospection = '{ __schema { types { name fields { name type { name ofType { name } } } } } }';

/** Makes documents of one environment, from the schema of the service. */
export class GraphqlRequests {
  private readonly values: GraphqlValues;
  private readonly selections: Selections;
  private readonly paths: ReadonlyMap<string, string>;

  constructor(
    operations: readonly Operation[],
    private readonly known: KnownIds,
    private readonly foreign: readonly string[],
    private readonly random: SeededRandom,
  ) {
    this.values = new GraphqlValues(known, random);
    this.selections = new Selections(random);
    this.paths = new Map(operations.map(({ id, path }) => [id, path]));
  }

  of(root: Root, headers: Record<string, string>): FuzzRequest {
    const chance = this.random.next();
    if (chance < 0.5) return this.request(root, headers, 'valid', 'as it should be', this.asked(root));
    if (chance < 0.75) return this.broken(root, headers);
    return this.hostile(root, headers);
  }

  private asked({ kind, field }: Root): Asked {
    const args = field.args.filter((arg) => isNonNullType(arg.type) || this.random.next() < 0.2);
    // One page goes one way.
    const isBackward = args.some(({ name }) => name === 'last' || name === 'before');
    const kept = args.filter(
      ({ name }) => !(isBackward ? ['first', 'after'] : ['last', 'before']).includes(name),
    );
    const variables = Object.fromEntries(kept.map((arg) => [arg.name, this.valueOf(field.name, arg)]));
    const declared = kept.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
    const passed = kept.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const call = `${field.name}${passed && `(${passed})`}`;
    const selection = this.selections.of(field.type);
    const head = `${kind} Fuzz${declared && `(${declared})`}`;
    const isSpread = selection !== '' && this.random.next() < 0.1;
    const query = isSpread
      ? `${head} { ...Root } fragment Root on ${kind === 'query' ? 'Query' : 'Mutation'} { ${call} ${selection} }`
      : `${head} { ${this.random.next() < 0.1 ? 'aliased: ' : ''}${call} ${selection} }`;
    return { query, variables };
  }

  private valueOf(operation: string, { name, type }: GraphQLArgument): unknown {
    const recipe = recipes[operation];
    if (name === 'input' && recipe && this.random.next() < 0.8) {
      return this.values.from(
        type,
        recipe(larderOf(this.known, this.random, (prefix) => this.values.fresh(prefix))),
      );
    }
    const path = this.paths.get(operation);
    const isOfPath = path?.includes(`{${name}}`) ?? false;
    const kind = isOfPath ? kindOfParameter(path ?? '', name) : name === 'id' ? kindOfRoot(operation) : '';
    const known = this.random.next() < 0.93 ? this.known.any(kind, this.random) : undefined;
    return known ?? this.values.of(type, name);
  }

  private broken(root: Root, headers: Record<string, string>): FuzzRequest {
    const asked = this.asked(root);
    const { query, variables } = asked;
    const names = Object.keys(variables);
    const inDocument: [string, string][] = [
      ['an unknown field', query.replace(/\}\s*$/, 'noSuchField }')],
      ['an unknown argument', query.replace(root.field.name, `${root.field.name}(noSuchArgument: 1)`)],
      ['cut off', query.slice(0, -2)],
      ['an unknown variable', query.replace(/\$\w+(?=[,)])/, '$noSuch')],
      ['an unknown directive', query.replace('{', '@noSuch {')],
      ['an unknown type', query.replace(/: String!/, ': NoSuchType!')],
      ['a fragment that is used nowhere', `${query} fragment Unused on Query { __typename }`],
      ['two operations without a name', `${query} query Second { __typename }`],
      ['nothing selected', `${root.kind} { ${root.field.name} { } }`],
    ];
    if (names.length === 0 || this.random.next() < 0.3) {
      const [what, spoilt] = this.random.pick(inDocument);
      return this.request(root, headers, 'broken', what, { ...asked, query: spoilt });
    }
    const name = this.random.pick(names);
    const type = root.field.args.find((arg) => arg.name === name)?.type;
    const [path, wrong] = type ? this.wrongIn(type, variables[name], [name]) : [[name], {}];
    const what = `variable ${path.join('.')}`;
    return this.request(root, headers, 'broken', what, {
      query,
      variables: withAt(variables, path, wrong) as Json,
    });
  }

  /** Somewhere in the variable a value of another type, nothing where something must be, or a field that there is not. */
  private wrongIn(
    type: GraphQLInputType,
    value: unknown,
    path: (string | number)[],
  ): [(string | number)[], unknown] {
    const given = getNullableType(type);
    const isDeeper = this.random.next() < 0.75;
    if (isInputObjectType(given) && typeof value === 'object' && value !== null && isDeeper) {
      const keys = Object.keys(value);
      const key = keys.length === 0 || this.random.next() < 0.1 ? 'noSuchField' : this.random.pick(keys);
      const field = given.getFields()[key];
      return field ? this.wrongIn(field.type, (value as Json)[key], [...path, key]) : [[...path, key], 1];
    }
    if (isListType(given) && Array.isArray(value) && value.length > 0 && isDeeper) {
      return this.wrongIn(given.ofType, value[0], [...path, 0]);
    }
    if (isNonNullType(type) && this.random.next() < 0.4) return [path, this.random.pick([null, undefined])];
    if (isEnumType(given)) return [path, this.random.pick<unknown>(['NO_SUCH', 1, ''])];
    return [path, this.random.pick<unknown>([{}, [], 'x', true, 1.5, '', -1, [[1]]])];
  }

  private hostile(root: Root, headers: Record<string, string>): FuzzRequest {
    const asked = this.asked(root);
    const names = Object.keys(asked.variables);
    if (names.length > 0 && this.random.next() < 0.6) {
      const [path] = this.wrongIn(
        root.field.args.find((arg) => arg.name === names[0])?.type as GraphQLInputType,
        asked.variables[names[0] ?? ''],
        [this.random.pick(names)],
      );
      const name = path.findLast((each) => typeof each === 'string');
      const isLookedUp = path.length === 1 || isReference(String(name));
      const isKept = keepsUnknown.has(root.field.name);
      const isForeign = this.foreign.length > 0 && isLookedUp && !isKept && this.random.next() < 0.3;
      const value = isForeign ? this.random.pick(this.foreign) : hostileValue(this.random);
      return this.request(root, headers, 'hostile', `variable ${path.join('.')}`, {
        ...asked,
        variables: withAt(asked.variables, path, value) as Json,
      });
    }
    const [what, body] = this.random.pick(this.strangeBodies(root, asked));
    const request = this.request(root, headers, 'hostile', what, asked);
    return { ...request, payload: typeof body === 'string' ? body : written(body) };
  }

  private strangeBodies({ kind, field }: Root, { query, variables }: Asked): [string, unknown][] {
    const times = this.random.pick([15, 16, 60, 400]);
    const aliases = Array.from({ length: times }, (_, at) => `a${at}: __typename`).join(' ');
    const deep = '{ edges { node '.repeat(this.random.pick([4, 6, 40, 2000]));
    return [
      [
        'a batch',
        [
          { query, variables },
          { query, variables },
        ],
      ],
      ['an empty batch', []],
      ['aliases', { query: `${kind} { ${aliases} }` }],
      ['depth', { query: `query { ${field.name} ${deep} }` }],
      ['directives', { query: `query { __typename ${'@skip(if: false) '.repeat(times)} }` }],
      [
        'a circle of fragments',
        { query: 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }' },
      ],
      ['introspection', { query: openIntrospection }],
      ['deep introspection', { query: `{ __schema { types { ${'fields { type { '.repeat(30)} } }` }],
      ['a type by name', { query: `{ __type(name: ${JSON.stringify(hostileText(this.random))}) { name } }` }],
      [
        'no document',
        {
          query: this.random.pick<unknown>([
            '',
            null,
            5,
            {},
            [],
            ' ',
            '#',
            '{',
            '\u0000',
            '\ud800',
            '{ \ud800 }',
          ]),
        },
      ],
      [
        'variables of another kind',
        { query, variables: this.random.pick<unknown>(['x', 5, [], true, '{}']) },
      ],
      ['an operation that there is not', { query, variables, operationName: hostileValue(this.random) }],
      ['extensions', { query, variables, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
      ['a subscription', { query: 'subscription { __typename }' }],
      ['a long document', { query: `{ ${'__typename '.repeat(990)} }` }],
      ['a longer document', { query: `{ __typename } # ${'x'.repeat(60_000)}` }],
      [
        'a text in the document',
        { query: `{ product(id: ${JSON.stringify(hostileText(this.random))}) { id } }` },
      ],
      [
        'a number in the document',
        {
          query: `{ products(first: ${this.random.pick(['1e309', '-0', '99999999999', '1.5', '-1', '0'])}) { totalCount } }`,
        },
      ],
      ['surplus keys', { query, variables, noSuchKey: 1 }],
      ['a body of another kind', this.random.pick(hostileBodies)],
    ];
  }

  private request(
    { field }: Root,
    headers: Record<string, string>,
    intent: Intent,
    what: string,
    asked: Asked,
  ): FuzzRequest {
    return {
      ...{ operation: field.name, door: 'GRAPHQL', intent, what, method: 'POST', url: '/graphql' },
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      payload: written(asked),
    };
  }
}
