import { graphqlCosts } from '../../src/graphql-costs';
import { createTestApp, type TestApp } from '../support/app';
import type { ApiClient } from '../support/client';
import {
  aboutOf,
  credentialKinds,
  nameOf,
  type AnyOperation,
  type CredentialKind,
  type Outcome,
} from '../support/credential-kinds';
import { rowsOf } from '../support/database';
import {
  graphqlOperations,
  restOperations,
  type GraphqlOperation,
  type RestOperation,
} from '../support/every-operation';

// Domain: access-and-events

const refusals: readonly unknown[] = [
  'Unauthenticated',
  'IdentityForbidden',
  'AccessDeniedError',
  'RequiredSsoAuthenticationError',
  'AuthCustomerMismatch',
  'AuthCustomerReadonly',
] satisfies Outcome[];

const outcomeOf = (code: unknown, message: unknown): Outcome => {
  if (code === 'BadUserInput' && /^X-ENVIRONMENT-ID is required/.test(String(message)))
    return 'NoEnvironment';
  return refusals.includes(code) ? (code as Outcome) : 'admitted';
};

/** Mutations that need name nothing, each with an argument that no shape takes. */
const nameless: Readonly<Record<string, string>> = {
  createCustomerTokenSecret: 'input: { graceHours: -1 }',
  createIntegration: 'input: { vendorIdentifier: AIRWALLEX, id: "" }',
  importCustomers: 'input: { customers: [] }',
  importSubscriptions: 'input: { subscriptions: [] }',
  updateEnvironmentSettings: 'input: { usageGraceHours: 0 }',
};

/** Fields of one request of GraphQL: each is answered for itself. */
const fieldsAtOnce = 10;
const inFlight = 8;

/**
 * Every operation of both doors with every kind of credential: let in exactly where the tables say so, and else refused with the right code.
 * A permission comes before the shape (B7), so what is sent is broken in its shape: who is let in is refused for that, and nothing changes.
 */
describe('the matrix of credentials', () => {
  let app: TestApp;
  let rest: RestOperation[];
  let graphql: GraphqlOperation[];
  let kinds: CredentialKind[];

  beforeAll(async () => {
    app = await createTestApp({ variables: { JWT_SSO_CLAIM: 'amr=sso' } });
    rest = await restOperations(app);
    graphql = graphqlOperations(app);
    kinds = await credentialKinds(app);
  });
  afterAll(() => app.close());

  const stored = async (): Promise<unknown> => {
    const tables = await rowsOf<{ name: string }>(
      app.databaseUrl,
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const counts: Record<string, unknown> = {};
    for (const { name } of tables) {
      // What tells of processes, and of when keys were used, goes on by itself.
      if (/^engine_|^stream_/.test(name)) continue;
      const [row] = await rowsOf<{ rows: number }>(
        app.databaseUrl,
        `select count(*)::int as rows from "${name}"`,
      );
      counts[name] = row?.rows;
    }
    return counts;
  };

  const overRest = async (api: ApiClient, { method, url }: RestOperation): Promise<Outcome> => {
    const answer = await api.send(method, url, method === 'GET' || method === 'DELETE' ? undefined : '{');
    const { code, message } = (answer.body ?? {}) as { code?: unknown; message?: unknown };
    if (answer.status >= 500) throw new Error(`${method} ${url}: ${answer.text}`);
    return outcomeOf(code, message);
  };

  /** What a mutation names it names by an empty text, which no shape takes. A query changes nothing. */
  const broken = ({ field, kind, document }: GraphqlOperation): string => {
    if (field in nameless) return `${field}(${nameless[field]}) { __typename }`;
    const asked = /^\w+ \{ (.*) \}$/s.exec(document)?.[1] ?? '';
    return kind === 'query' ? asked : asked.replaceAll('"nobody"', '""');
  };

  const overGraphql = async (api: ApiClient, fields: GraphqlOperation[]): Promise<[string, Outcome][]> => {
    const kind = fields[0]?.kind ?? 'query';
    const answer = await api.graphql(`${kind} { ${fields.map(broken).join(' ')} }`);
    const whole = answer.errors.find(({ path }) => path === undefined);
    // Of a key, and of nobody, the whole request is refused; a document that is refused as such would say nothing.
    if (answer.status >= 500 || whole?.extensions.code === 'BadUserInput') throw new Error(answer.text);
    return fields.map((operation) => {
      const error = whole ?? answer.errors.find(({ path }) => path?.[0] === operation.field);
      return [keyOf(operation), outcomeOf(error?.extensions.code, error?.message)];
    });
  };

  const keyOf = (operation: AnyOperation): string =>
    'url' in operation ? `${operation.method} ${operation.url}` : `${operation.kind} ${operation.field}`;

  const together = async <T>(work: (() => Promise<T>)[]): Promise<T[]> => {
    const done: T[] = [];
    for (let at = 0; at < work.length; at += inFlight)
      done.push(...(await Promise.all(work.slice(at, at + inFlight).map((each) => each()))));
    return done;
  };

  /** What is dear stands alone, for a document may cost so much. */
  const chunks = (): GraphqlOperation[][] => {
    const isDear = ({ field }: GraphqlOperation) => Object.hasOwn(graphqlCosts.dear, field);
    const told = graphql.filter(isDear).map((each) => [each]);
    for (const kind of ['query', 'mutation'] as const) {
      const own = graphql.filter((each) => each.kind === kind && !isDear(each));
      for (let at = 0; at < own.length; at += fieldsAtOnce) told.push(own.slice(at, at + fieldsAtOnce));
    }
    return told;
  };

  it('A3, B3, B4, B5, B7, S1, S3: each kind may exactly what the tables say, and changes nothing by asking', async () => {
    const before = await stored();
    const wrong: unknown[] = [];
    for (const { name, api, may } of kinds) {
      const calls = rest.map((each) => async (): Promise<[string, Outcome][]> => [
        [keyOf(each), await overRest(api, each)],
      ]);
      const fields = chunks().map((some) => () => overGraphql(api, some));
      const told = new Map((await together([...calls, ...fields])).flat());
      for (const operation of [...rest, ...graphql]) {
        const [expected, found] = [may(operation), told.get(keyOf(operation))];
        if (expected !== found) wrong.push({ name, operation: keyOf(operation), expected, found });
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(await stored()).toEqual(before);
  }, 240_000);

  it('it is of all kinds and of all operations', () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThan(60);
    expect(Math.min(rest.length, graphql.length)).toBeGreaterThan(150);
    const about = (what: string) =>
      [...rest, ...graphql].filter((each) => aboutOf(each) === what).map(nameOf);
    expect([about('user').length, about('account').length]).toEqual([2, 14]);
  });
});
