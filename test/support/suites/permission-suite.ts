import type { TestApp } from '../app';
import type { ApiClient, GraphqlAnswer, Method, RestAnswer } from '../client';
import { restOperations, type Opens } from '../every-operation';
import { patternOf } from '../route-patterns';

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

/** To whom of those with a publishable key a call is open, by what the reference says of its route. */
async function openness(app: TestApp): Promise<(call: DoorCall) => Opens> {
  const operations = (await restOperations(app)).map(({ method, path, opens }) => ({
    ...{ method, opens },
    pattern: patternOf(path),
  }));
  // A path of words wins over one with a parameter.
  operations.sort((a, b) => a.pattern.source.length - b.pattern.source.length);
  return ({ rest: [method, path] }) => {
    const [address = ''] = `/api/v1${path}`.split('?');
    return operations.find((each) => each.method === method && each.pattern.test(address))?.opens;
  };
}

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

    it('A-09, access-and-events B3: a publishable key where the operation is open to it, and nowhere else', async () => {
      const api = app().anonymous.as({ key: app().a.publishableKey });
      const opens = await openness(app());
      for (const call of all) {
        for (const answer of await through(api, call)) {
          const told = [call.rest, codeOf(answer)];
          if (opens(call) === undefined) expect(answer).toRefuse('IdentityForbidden');
          else if (opens(call) === 'CUSTOMER') expect(told).toEqual([call.rest, 'Unauthenticated']);
          else {
            expect(told).not.toEqual([call.rest, 'IdentityForbidden']);
            expect(told).not.toEqual([call.rest, 'Unauthenticated']);
          }
        }
      }
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
