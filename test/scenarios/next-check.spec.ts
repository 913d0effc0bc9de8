import { check, checkOverGraphql, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sellForChanges, subscriptionChanges, widerChanges, type Turn } from '../support/entitlement-changes';
import { Fleet } from '../support/fleet';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { usageChanges } from '../support/usage-changes';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

const rounds = scaled(25, 2);
/** A process has answered so often before that whatever it keeps, it has kept. */
const warming = 3;
const random = seededRandom('next-check.spec');

type Door = (api: ApiClient, turn: Turn) => Promise<Json>;

const overRest: Door = (api, { customerId, featureId, resourceId }) =>
  check(api, customerId, new URLSearchParams({ featureId, ...(resourceId && { resourceId }) }).toString());

const overGraphql: Door = (api, { customerId, featureId, resourceId }) => {
  const args = Object.entries({ featureId, ...(resourceId && { resourceId }) });
  const written = args.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
  return checkOverGraphql(api, customerId, written);
};

const bothDoors = [overRest, overGraphql];

describe('three processes on one database', () => {
  let database: TestDatabase;
  const fleet = new Fleet();

  beforeAll(async () => {
    database = await createTestDatabase();
    await fleet.join(3, { DATABASE_URL: database.serviceUrl });
    await sellForChanges(fleet.apis[0] as ApiClient);
  });
  afterAll(async () => {
    await fleet.kill();
    await database?.drop();
  });

  async function warm(turn: Turn): Promise<void> {
    const { customerId, before } = turn;
    const each = async (api: ApiClient): Promise<void> => {
      for (let n = 0; n < warming; n++) {
        for (const door of bothDoors) expect(await door(api, turn)).toMatchObject(before);
        await expectOk(api.rest('GET', `/customers/${customerId}/entitlements`));
      }
    };
    await Promise.all(fleet.apis.map(each));
  }

  const changes = { ...subscriptionChanges, ...widerChanges, ...usageChanges };

  it.each(random.shuffled(Object.keys(changes)))(
    'G9: %s is seen by the next check of each',
    async (title) => {
      for (let round = 0; round < rounds; round++) {
        const [writer, other, third] = random.shuffled(fleet.apis) as [ApiClient, ApiClient, ApiClient];
        const turn = await (changes[title] as (typeof changes)[string])(other);
        await warm(turn);

        await turn.change(writer, third);

        const doors = random.shuffled(bothDoors);
        const next = async (api: ApiClient): Promise<void> => {
          for (const door of doors) expect(await door(api, turn)).toMatchObject(turn.after);
        };
        await Promise.all(random.shuffled([other, third, writer]).map(next));
      }
    },
  );
});
