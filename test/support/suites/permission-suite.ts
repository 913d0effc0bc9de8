import type { TestApp } from '../app';
import type { ApiClient, GraphqlAnswer, Method, RestAnswer } from '../client';

/** The same call through both doors; whether it succeeds beyond its permission does not matter here. */
export interface DoorCall {
  rest: [method: Method, path: string, body?: unknown];
  graphql: string;
}

export interface PermissionSubject {
  app: () => TestApp;
  /** The resource of its scopes: `products`. */
  resource: string;
  reads: DoorCall[];
  writes: DoorCall[];
}

type Answer = RestAnswer | GraphqlAnswer;

const through = async (api: ApiClient, { rest, graphql }: DoorCall): Promise<Answer[]> => [
  await api.rest(...rest),
  await api.graphql(graphql),
];

const codeOf = (answer: Answer): unknown =>
  answer.door === 'REST' ? (answer.body as { code?: unknown }).code : answer.errors[0]?.extensions.code;

/** Who may call. Domain: access-and-events B3, B6, S1, S3; security.md, K-01 to K-06 */
export function needsPermission({ app, resource, reads, writes }: PermissionSubject): void {
  describe(`needs the permission ${resource}`, () => {
    const all = [...reads, ...writes];
    const other = resource === 'features' ? 'products:write' : 'features:write';
    const holding = async (...scopes: string[]): Promise<ApiClient> =>
      app().anonymous.as({ key: await app().a.scopedKey(...scopes) });

    const expectAdmitted = async (api: ApiClient, calls: DoorCall[]): Promise<void> => {
      for (const call of calls) {
        for (const answer of await through(api, call)) {
          expect([call.rest, codeOf(answer)]).not.toEqual([call.rest, 'IdentityForbidden']);
          expect([call.rest, codeOf(answer)]).not.toEqual([call.rest, 'Unauthenticated']);
        }
      }
    };
    const expectForbidden = async (api: ApiClient, calls: DoorCall[]): Promise<void> => {
      for (const call of calls) {
        for (const answer of await through(api, call)) expect(answer).toRefuse('IdentityForbidden');
      }
    };

    it('A-01: nobody without a credential', async () => {
      for (const call of all) {
        for (const answer of await through(app().anonymous, call)) expect(answer).toRefuse('Unauthenticated');
      }
    });

    it('A-09: no publishable key', async () => {
      await expectForbidden(app().anonymous.as({ key: app().a.publishableKey }), all);
    });

    it('K-03: no key with other scopes only', async () => {
      await expectForbidden(await holding(other), all);
    });

    it(`K-01, K-02: ${resource}:read reads and does not write`, async () => {
      const api = await holding(`${resource}:read`);
      await expectAdmitted(api, reads);
      await expectForbidden(api, writes);
    });

    // There is no permission to write it.
    if (resource === 'eventQueue') return;
    it(`S1: ${resource}:write also reads`, async () => {
      await expectAdmitted(await holding(`${resource}:write`), all);
    });
  });
}
