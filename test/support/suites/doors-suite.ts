import { newUid } from '#libs/kernel/ids';
import type { TestApp } from '../app';
import { expectOk } from '../client';
import { everyField } from '../graphql-selection';

// Domain: catalog

type Told = Record<string, unknown>;

export interface DoorsSubject {
  app: () => TestApp;
  /** GraphQL type of the answer, and the name of its input. */
  type: string;
  input: string;
  /** REST route that creates; below /api/v1. */
  path: string;
  mutation: string;
  /** A body with as many fields as fit together. */
  body(id: string): Told;
  /** Root field that tells one object by `id: $id`, where there is one; else the list is filtered by `id: [$id]`. */
  reads: { one: string } | { list: string };
  /** Where a second object of an id is no refusal: the first is answered again. */
  answersAgain?: true;
}

/** What GraphQL has as null may be absent over REST. */
const withoutAbsent = (told: unknown, pattern: unknown): unknown => {
  if (Array.isArray(told))
    return told.map((e, i) => withoutAbsent(e, (pattern as unknown[] | undefined)?.[i]));
  if (typeof told !== 'object' || told === null) return told;
  const likeness = (pattern ?? {}) as Told;
  const kept = Object.entries(told).filter(([key, value]) => value !== null || key in likeness);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutAbsent(value, likeness[key])]));
};

/** One use case, two doors. Decision 10 of the interface's README. */
export function speaksBothInterfaces(subject: DoorsSubject): void {
  const { app, type, input, path, mutation, body, reads, answersAgain = false } = subject;
  describe('speaks both interfaces', () => {
    const create = (id: string) => {
      const document = `mutation($input: ${input}!) { ${mutation}(input: $input) ${everyField(app(), type)} }`;
      return app().a.api.graphql(document, { input: body(id) });
    };
    const readOverGraphql = async (id: string): Promise<unknown> => {
      const fields = everyField(app(), type);
      if ('one' in reads) {
        return expectOk(
          app().a.api.graphql(`query($id: String!) { ${reads.one}(id: $id) ${fields} }`, { id }),
        );
      }
      const document = `query($id: [String!]) { ${reads.list}(id: $id) { edges { node ${fields} } } }`;
      const found = await expectOk<{ edges: { node: unknown }[] }>(
        app().a.api.graphql(document, { id: [id] }),
      );
      return found.edges[0]?.node;
    };
    const readOverRest = async (id: string): Promise<unknown> => {
      if ('one' in reads) return expectOk(app().a.api.rest('GET', `${path}/${id}`));
      return (await expectOk<unknown[]>(app().a.api.rest('GET', `${path}?id=${id}`)))[0];
    };

    it('tells over GraphQL what REST created, field for field', async () => {
      const id = newUid();
      const created = await expectOk(app().a.api.rest('POST', path, body(id)));
      const told = await readOverGraphql(id);
      expect(withoutAbsent(told, created)).toEqual(created);
      expect(await readOverRest(id)).toEqual(created);
    });

    it('tells over REST what GraphQL created, field for field', async () => {
      const id = newUid();
      const created = await expectOk(create(id));
      const told = await readOverRest(id);
      expect(withoutAbsent(created, told)).toEqual(told);
    });

    if (answersAgain) {
      it('answers the first object of that id again through either door, and makes no second', async () => {
        const id = newUid();
        const created = await expectOk(app().a.api.rest('POST', path, body(id)));
        const again = await app().a.api.rest('POST', path, body(id));
        expect([again.status, again.body]).toEqual([200, { data: created }]);
        expect(withoutAbsent(await expectOk(create(id)), created)).toEqual(created);
      });
      return;
    }

    it('C3: refuses a second object of that id through either door', async () => {
      const id = newUid();
      await expectOk(create(id));
      expect(await create(id)).toRefuse('DuplicatedEntityNotAllowed');
      const second = await app().a.api.rest('POST', path, body(id));
      expect(second).toRefuse('DuplicatedEntityNotAllowed');
      expect(second.headers.get('x-should-retry')).toBe('false');
    });
  });
}
