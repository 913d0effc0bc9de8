import type { TestApp } from '../app';
import type { ApiClient, PageBody } from '../client';
import { expectOk, expectPage } from '../client';
import type { TestEnvironment } from '../environments';

export interface ListSubject {
  app: () => TestApp;
  /** Below /api/v1; with what every question to it needs: `/credits/grants?customerId=c`. */
  path: string;
  /** Root field of GraphQL. */
  field: string;
  /** An argument that every question to that field needs: `customerId: "acorn"`. */
  of?: string;
  /** Makes the object of this index, 0 to 4, and answers its id. */
  create(api: ApiClient, index: number): Promise<string>;
  /** What only the objects 1 and 3 match, as a query string and as GraphQL arguments. */
  filter: { query: string; graphql: string };
}

const size = 5;

interface Connection {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: number;
}

const idsOf = ({ data }: PageBody<{ id: string }>): string[] => data.map(({ id }) => id);

/** A list of REST and its connection of GraphQL. Domain: access-and-events; security.md R-06, R-07, T-11, I-06 */
export function behavesAsList(subject: ListSubject): void {
  describe('is a list', () => {
    let place: TestEnvironment;
    /** Newest first, as every list tells them. */
    let ids: string[];
    let foreignId: string;

    beforeAll(async () => {
      const { environments, a } = subject.app();
      place = await environments.add(a.accountId);
      ids = [];
      for (let index = 0; index < size; index++) ids.unshift(await subject.create(place.api, index));
      const elsewhere = await environments.add(a.accountId);
      // One more than here, so that its id is unknown in this environment.
      for (let index = 0; index <= size; index++) foreignId = await subject.create(elsewhere.api, index);
    });

    const at = (query: string): string =>
      subject.path + (subject.path.includes('?') ? query.replace('?', '&') : query);
    const read = (query = '') => expectPage(place.api.rest('GET', at(query)));
    const refused = (query: string) => place.api.rest('GET', at(query));

    it('L2: newest first, in the envelope of both client generations', async () => {
      const page = await read();
      expect(idsOf(page)).toEqual(ids);
      expect(page).toMatchObject({
        has_more: false,
        next_cursor: null,
        pagination: { next: null, prev: null },
      });
    });

    it.each(['starting_after', 'after'])('L2: %s walks towards older objects', async (spelling) => {
      const first = await read('?limit=2');
      expect(idsOf(first)).toEqual(ids.slice(0, 2));
      expect(first).toMatchObject({
        has_more: true,
        next_cursor: ids[1],
        pagination: { next: ids[1], prev: null },
      });
      const second = await read(`?limit=2&${spelling}=${first.next_cursor}`);
      expect(idsOf(second)).toEqual(ids.slice(2, 4));
      expect(second.pagination).toEqual({ next: ids[3], prev: ids[2] });
      const last = await read(`?limit=2&${spelling}=${second.next_cursor}`);
      expect(idsOf(last)).toEqual(ids.slice(4));
      expect(last).toMatchObject({
        has_more: false,
        next_cursor: null,
        pagination: { next: null, prev: ids[4] },
      });
    });

    it.each(['ending_before', 'before'])(
      'L2: %s tells the page just before, in the same order',
      async (spelling) => {
        const page = await read(`?limit=2&${spelling}=${ids[4]}`);
        expect(idsOf(page)).toEqual(ids.slice(2, 4));
        expect(page).toMatchObject({
          has_more: true,
          next_cursor: ids[3],
          pagination: { next: ids[3], prev: ids[2] },
        });
        const first = await read(`?limit=2&${spelling}=${ids[2]}`);
        expect(idsOf(first)).toEqual(ids.slice(0, 2));
        expect(first.pagination.prev).toBeNull();
        expect(idsOf(await read(`?${spelling}=${ids[0]}`))).toEqual([]);
      },
    );

    it('L2: nothing is told twice and nothing is left out', async () => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: PageBody<{ id: string }> = await read(`?limit=1${cursor && `&starting_after=${cursor}`}`);
        seen.push(...idsOf(page));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(ids);
    });

    it.each(['0', '-1', '101', '1e9', 'abc', '1.5', '', '1;select pg_sleep(5)', '9007199254740993'])(
      'L1: limit=%s is BadUserInput',
      async (limit) => {
        expect(await refused(`?limit=${encodeURIComponent(limit)}`)).toRefuse('BadUserInput', /limit/);
      },
    );

    it('L1: a limit is given once and as a number', async () => {
      expect(await refused('?limit=1&limit=2')).toRefuse('BadUserInput', /limit/);
      expect(await refused('?limit[]=1')).toRefuse('BadUserInput', /limit/);
      expect(await refused('?limit[a]=1')).toRefuse('BadUserInput', /limit/);
      expect(idsOf(await read('?limit=100'))).toEqual(ids);
    });

    it('L1: forward and backward exclude each other, as do two spellings of one', async () => {
      for (const [one, other] of [
        ['starting_after', 'ending_before'],
        ['after', 'before'],
        ['starting_after', 'after'],
        ['ending_before', 'before'],
      ]) {
        expect(await refused(`?${one}=${ids[0]}&${other}=${ids[0]}`)).toRefuse('BadUserInput');
      }
    });

    it.each(['no-such-id', "'", '%', '_', '__proto__', 'x'.repeat(255), 'x'.repeat(256), '', '\u0000'])(
      'L1: the cursor %j names nothing',
      async (cursor) => {
        const encoded = encodeURIComponent(cursor);
        expect(await refused(`?starting_after=${encoded}`)).toRefuse('BadUserInput');
        expect(await refused(`?ending_before=${encoded}`)).toRefuse('BadUserInput');
      },
    );

    it('T-11: a cursor of another environment is as unknown as any other', async () => {
      const foreign = await refused(`?starting_after=${foreignId}`);
      expect(foreign).toRefuse('BadUserInput');
      expect(foreign.text).toBe((await refused('?starting_after=no-such-id')).text);
    });

    it('L3: a filter leaves the meaning of a cursor as it is, also of one that it hides', async () => {
      const matching = [ids[1], ids[3]];
      expect(idsOf(await read(`?${subject.filter.query}`))).toEqual(matching);
      const first = await read(`?limit=1&${subject.filter.query}`);
      expect(first).toMatchObject({ has_more: true, next_cursor: ids[1] });
      expect(idsOf(await read(`?${subject.filter.query}&starting_after=${ids[2]}`))).toEqual([ids[3]]);
      expect(idsOf(await read(`?${subject.filter.query}&ending_before=${ids[2]}`))).toEqual([ids[1]]);
    });

    it('catalog C5: an unknown parameter is BadUserInput', async () => {
      expect(await refused('?order=id;drop')).toRefuse('BadUserInput', /order/);
      expect(await refused('?__proto__=x')).toRefuse('BadUserInput');
    });

    const asked = (args: string) =>
      subject.field + (subject.of ? args.replace('(', `(${subject.of}, `) : args);
    const connection = async (args: string): Promise<Connection> => {
      const fields =
        'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
      return expectOk(place.api.graphql(`{ ${asked(args)} { ${fields} totalCount } }`));
    };
    const nodes = ({ edges }: Connection): string[] => edges.map(({ node }) => node.id);

    it('is a Relay connection that counts the whole list', async () => {
      const first = await connection('(first: 2)');
      expect(nodes(first)).toEqual(ids.slice(0, 2));
      expect(first.edges.map(({ cursor }) => cursor)).toEqual(ids.slice(0, 2));
      const edge = { hasNextPage: true, hasPreviousPage: false, startCursor: ids[0], endCursor: ids[1] };
      expect(first).toMatchObject({ pageInfo: edge, totalCount: size });
      const rest = await connection(`(first: 100, after: "${ids[1]}")`);
      expect(nodes(rest)).toEqual(ids.slice(2));
      expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = await connection(`(last: 2, before: "${ids[3]}")`);
      expect(nodes(before)).toEqual(ids.slice(1, 3));
      expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    });

    it('Relay: last without before is the end of the whole list', async () => {
      const end = await connection('(last: 2)');
      expect(nodes(end)).toEqual(ids.slice(-2));
      const edge = { hasNextPage: false, hasPreviousPage: true, startCursor: ids[3], endCursor: ids[4] };
      expect(end).toMatchObject({ pageInfo: edge, totalCount: size });
      const before = await connection(`(last: 100, before: "${end.pageInfo.startCursor}")`);
      expect(nodes(before)).toEqual(ids.slice(0, 3));
      expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      const whole = await connection('(last: 100)');
      expect(nodes(whole)).toEqual(ids);
      expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
      const matching = await connection(`(last: 1, ${subject.filter.graphql})`);
      expect(nodes(matching)).toEqual([ids[3]]);
      expect(matching.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    });

    it('is filtered and counted the same over GraphQL', async () => {
      const matching = await connection(`(first: 1, ${subject.filter.graphql})`);
      expect(nodes(matching)).toEqual([ids[1]]);
      expect(matching).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
    });

    it.each([
      '(first: 0)',
      '(first: 101)',
      '(first: 1, last: 1)',
      '(last: 1, after: "x")',
      '(after: "no-such-id")',
    ])('L1: GraphQL refuses %s', async (args) => {
      const answer = await place.api.graphql(`{ ${asked(args)} { totalCount } }`);
      expect(answer).toRefuse('BadUserInput');
    });
  });
}
