import { GraphQLSchemaHost } from '@nestjs/graphql';
import { getIntrospectionQuery, getNamedType, getOperationAST, parse, type GraphQLSchema } from 'graphql';
import { DocumentCost, fragmentsOf } from '#libs/graphql/cost';
import { graphqlCosts } from '../../src/graphql-costs';
import { createTestApp, type TestApp } from '../support/app';
import { fillEveryKind, filledArguments } from '../support/every-kind';
import { graphqlOperations, type GraphqlOperation } from '../support/every-operation';
import { everyField } from '../support/graphql-selection';

const mostAliases = 15;
const pages = [100, 50, 20];
// The yardstick takes 19 ms on the machine of the issue; 50 ms are 2.6 of it. Asserted is twice that, for machines under load.
const bar = 2.6;
const asserted = 2 * bar;
const subscriptionsOf = (page: number) =>
  `customers(first: ${page}) { edges { node { id subscriptions { id status addons { id } } } } }`;

/** The cost bound of GraphQL documents, ADR-0038. */
describe('what a GraphQL document may cost', () => {
  let app: TestApp;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    app = await createTestApp();
    schema = app.nest.get(GraphQLSchemaHost).schema;
    await fillEveryKind(app);
  }, 300_000);
  afterAll(() => app.close());

  const ask = (document: string) => app.a.api.graphql(document);
  const costOf = (document: string, variables = {}): number => {
    const parsed = parse(document);
    const operation = getOperationAST(parsed);
    if (!operation) throw new Error('The document has no operation');
    return new DocumentCost(schema, fragmentsOf(parsed), variables, graphqlCosts).of(operation);
  };
  const copies = (count: number, field: string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

  /** Least CPU of a few runs, in milliseconds: of what it costs when nobody else takes the caches away. */
  const cpuOf = async (document: string, runs = 3): Promise<number> => {
    const took: number[] = [];
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage();
      const { errors } = await ask(document);
      const { user, system } = process.cpuUsage(before);
      expect([document, errors.filter(({ extensions }) => extensions.code === 'BadUserInput')]).toEqual([
        document,
        [],
      ]);
      took.push((user + system) / 1000);
    }
    return Math.min(...took);
  };

  /** The most of a field that one document may ask for: all its fields, or as many objects as there are. */
  function dearestOf({ field, args, required }: GraphqlOperation): string[] {
    const type = getNamedType(schema.getQueryType()?.getFields()[field]?.type);
    const whole = type && everyField(app, type.name);
    const least = whole?.includes('edges') ? '{ edges { node { __typename } } }' : whole && '{ __typename }';
    const page = args.find((name) => name === 'first' || name === 'count');
    return [whole, least].flatMap((selection) => {
      const fragment = selection ? `fragment F on ${type?.name} ${selection}` : '';
      const priced = (page ? pages : [0]).map((size) => {
        const given = [filledArguments[field] ?? required, page && `${page}: ${size}`];
        const one = `${field}(${given.filter(Boolean).join(', ')}) ${selection ? '{ ...F }' : ''}`.replace(
          '()',
          '',
        );
        const price = costOf(`{ ${one} } ${fragment}`);
        const count = Math.min(mostAliases, Math.floor(graphqlCosts.most / price));
        return { cost: price * count, document: `{ ${copies(count, one)} } ${fragment}` };
      });
      const dearest = priced.sort((a, b) => b.cost - a.cost).find(({ cost }) => cost > 0);
      return dearest ? [dearest.document] : [];
    });
  }

  it('the dearest document of every root field takes no more than the bound is made for', async () => {
    const yardstick = `{ ${subscriptionsOf(100)} }`;
    const queries = graphqlOperations(app).filter(({ kind }) => kind === 'query');
    const documents = [
      ...queries.flatMap(dearestOf),
      `{ customers(first: 100) { edges { node { id subscriptions ${everyField(app, 'Subscription')} } } } }`,
      `{ customers(first: 100) { edges { node { id subscriptions { id } contracts { id } } } } }`,
      `{ ${queries
        .filter(({ args }) => args.includes('first'))
        .map(({ field, required }) => `${field}${required && `(${required})`} { totalCount }`)
        .join(' ')} }`,
    ].filter((document) => costOf(document) <= graphqlCosts.most);
    expect(documents.length).toBeGreaterThan(queries.length);
    await cpuOf(yardstick, 10);
    const [one, measured] = [await cpuOf(yardstick, 10), [] as [number, string][]];
    for (const document of documents) {
      const first = await cpuOf(document, 1);
      // A neighbour on this machine may have taken part of it, now or of the yardstick before; what is dear stays dear beside it.
      const isDear = first > asserted * one;
      const cpu = isDear ? Math.min(first, await cpuOf(document, 10)) : first;
      const beside = isDear ? Math.max(one, await cpuOf(yardstick, 10)) : one;
      measured.push([Math.round((cpu / beside) * 100) / 100, document]);
    }
    measured.sort(([a], [b]) => b - a);
    expect(measured.filter(([share]) => share > asserted)).toEqual([]);
  }, 300_000);

  it('100 customers with their subscriptions are answered once in a document, not eight times', async () => {
    expect((await ask(`{ ${subscriptionsOf(100)} }`)).errors).toEqual([]);
    const all = `subscriptions ${everyField(app, 'Subscription')}`;
    expect((await ask(`{ customers(first: 100) { edges { node { id ${all} } } } }`)).errors).toEqual([]);
    const answer = await ask(`{ ${copies(8, subscriptionsOf(100))} }`);
    expect(answer).toRefuse('BadUserInput', /costs \d+ of at most 12000; ask for shorter pages/);
    expect([answer.status, answer.data]).toEqual([400, undefined]);
    expect((await ask(`{ ${copies(8, subscriptionsOf(10))} }`)).errors).toEqual([]);
  });

  it('aliases, fragments, variables and their defaults count alike', async () => {
    const spread = `{ ${copies(8, 'customers(first: 100) { ...C }')} } fragment C on CustomerConnection { edges { node { ...N } } }
      fragment N on Customer { id subscriptions { id status addons { id } } }`;
    expect(await ask(spread)).toRefuse('BadUserInput', /costs/);
    const field = subscriptionsOf(100).replace('100', '$page');
    const varied = (definition: string) => `query(${definition}) { ${copies(8, field)} }`;
    expect(await app.a.api.graphql(varied('$page: Int'), { page: 100 })).toRefuse('BadUserInput', /costs/);
    expect(await ask(varied('$page: Int = 100'))).toRefuse('BadUserInput', /costs/);
    expect((await app.a.api.graphql(varied('$page: Int = 100'), { page: 10 })).errors).toEqual([]);
    // Known by now, the document is priced anew whenever its variables may make it dearer.
    const asked = app.a.api.graphql(varied('$page: Int = 100'), { page: 100 });
    expect(await asked).toRefuse('BadUserInput', /costs/);
    const inline = `{ ... on Query { ${copies(8, `customers(last: 100) { ... on CustomerConnection { edges { node { ... { id subscriptions { id } } } } } }`)} } }`;
    expect(await ask(inline)).toRefuse('BadUserInput', /costs/);
  });

  it('fragments that multiply are priced, not walked', async () => {
    const last = 'fragment F20 on CustomerConnection { edges { node { id } } }';
    const doubling = Array.from(
      { length: 20 },
      (_, index) => `fragment F${index} on CustomerConnection { ...F${index + 1} ...F${index + 1} }`,
    );
    const document = `{ customers(first: 100) { ...F0 } } ${doubling.join(' ')} ${last}`;
    expect(await ask(document)).toRefuse('BadUserInput');
  });

  it('a whole catalog is told once', async () => {
    expect((await ask('{ catalogExport }')).errors).toEqual([]);
    expect(await ask(`{ ${copies(2, 'catalogExport')} }`)).toRefuse('BadUserInput', /costs/);
  });

  describe('introspection', () => {
    const told = async (document: string) => (await ask(document)).errors;

    it('is answered to every tool as it asks: graphql-js with each of its options', async () => {
      const options = {
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      };
      // The last is what GraphiQL 3 sends.
      const graphiql = { inputValueDeprecation: false, schemaDescription: false };
      for (const each of [{}, { descriptions: false }, options, graphiql]) {
        expect(await told(getIntrospectionQuery(each))).toEqual([]);
      }
      const again = await ask(getIntrospectionQuery());
      expect(again.data).toEqual((await ask(`# anew\n${getIntrospectionQuery()}`)).data);
    });

    it('asks for __schema once, and for little more than the standard query does', async () => {
      expect(await ask(`{ ${copies(14, '__schema { queryType { name } }')} }`)).toRefuse(
        'BadUserInput',
        /once/,
      );
      const fields = 'fields { name args { name type { name } } type { name } }';
      expect(await ask(`{ __schema { types { ${copies(14, fields)} } } }`)).toRefuse(
        'BadUserInput',
        /schema/,
      );
      expect(
        await told('{ __schema { queryType { name } } __type(name: "Plan") { name fields { name } } }'),
      ).toEqual([]);
    });

    it('leaves the rest of the document what it leaves of the bound', async () => {
      const standard = getIntrospectionQuery().replace('__schema', `${subscriptionsOf(100)} __schema`);
      expect(await ask(standard)).toRefuse('BadUserInput', /schema/);
      expect(
        await told(getIntrospectionQuery().replace('__schema', 'products { totalCount } __schema')),
      ).toEqual([]);
    });

    it('an unknown type is null', async () => {
      expect(await ask('{ __type(name: "Nothing") { name } }')).toMatchObject({
        data: { __type: null },
        errors: [],
      });
    });
  });
});
