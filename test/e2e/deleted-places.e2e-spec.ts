import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { behindOurBack } from '../support/broken-ledgers';
import { createFeature, createPlan, createProduct, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';
import { flatFee, PricedDrafts } from '../support/priced-plans';

interface Deletable {
  /** Below /api/v1. */
  path: string;
  /** Root field of GraphQL. */
  field: string;
  /** What the objects need. */
  prepare(api: ApiClient): Promise<unknown>;
  body: Json;
  /** The address of the object that DELETE takes, behind its id. */
  deleted: string;
}

const nothing = () => Promise.resolve();
const onProduct = (api: ApiClient) => createProduct(api, 'main');

const deletable: [string, Deletable][] = [
  [
    'features',
    { path: '/features', field: 'features', prepare: nothing, body: { featureType: 'BOOLEAN' }, deleted: '' },
  ],
  [
    'feature groups',
    {
      path: '/feature-groups',
      field: 'featureGroups',
      prepare: (api) => createFeature(api, 'calls', 'switch'),
      body: { featureIds: ['calls'] },
      deleted: '',
    },
  ],
  [
    'package groups',
    {
      path: '/package-groups',
      field: 'packageGroups',
      prepare: async (api) => {
        await onProduct(api);
        await expectOk(api.rest('POST', '/addons', { id: 'extra', displayName: 'Extra', productId: 'main' }));
      },
      body: { addonIds: ['extra'] },
      deleted: '',
    },
  ],
  [
    'plans that are drafts',
    { path: '/plans', field: 'plans', prepare: onProduct, body: { productId: 'main' }, deleted: '/draft' },
  ],
  [
    'addons that are drafts',
    { path: '/addons', field: 'addons', prepare: onProduct, body: { productId: 'main' }, deleted: '/draft' },
  ],
];

/** Domain: access-and-events L2a */
describe('the place of an object that was deleted', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  describe.each(deletable)('among %s', (_kind, { path, field, prepare, body, deleted }) => {
    const create = (api: ApiClient, id: string) =>
      expectOk(api.rest('POST', path, { id, displayName: `Named ${id}`, ...body }));
    const remove = (api: ApiClient, id: string) => expectOk(api.rest('DELETE', `${path}/${id}${deleted}`));
    const page = async (api: ApiClient, query: string) =>
      expectPage<{ id: string }>(api.rest('GET', `${path}?${query}`));
    const ids = async (api: ApiClient, query: string) => (await page(api, query)).data.map(({ id }) => id);

    /** Five of them, `e` the newest. */
    const five = async (): Promise<ApiClient> => {
      const { api } = await app.newEnvironment();
      await prepare(api);
      for (const id of ['a', 'b', 'c', 'd', 'e']) await create(api, id);
      return api;
    };

    it('L2a: a loop that deletes what it lists comes to the end of the list', async () => {
      const api = await five();
      const met: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, next_cursor: next }: Awaited<ReturnType<typeof page>> = await page(
          api,
          `limit=2${cursor && `&starting_after=${cursor}`}`,
        );
        for (const { id } of data) await remove(api, id);
        met.push(...data.map(({ id }) => id));
        cursor = next;
      }
      expect(met).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(await ids(api, 'limit=20')).toEqual([]);
    });

    it('L2a: so it does over GraphQL', async () => {
      const api = await five();
      const met: string[] = [];
      for (let after: string | null | undefined = undefined; after !== null;) {
        const told: { edges: { node: { id: string } }[]; pageInfo: Json } = await expectOk(
          api.graphql(
            `query ($after: String) { ${field}(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }`,
            { after },
          ),
        );
        for (const { node } of told.edges) await remove(api, node.id);
        met.push(...told.edges.map(({ node }) => node.id));
        after = told.pageInfo.hasNextPage ? (told.pageInfo.endCursor as string) : null;
      }
      expect(met).toEqual(['e', 'd', 'c', 'b', 'a']);
    });

    it('L2: it is a position as any other, in both directions', async () => {
      const api = await five();
      await remove(api, 'c');
      expect(await ids(api, 'starting_after=c')).toEqual(['b', 'a']);
      expect(await ids(api, 'ending_before=c')).toEqual(['e', 'd']);
      expect(await page(api, 'limit=1&starting_after=c')).toMatchObject({
        has_more: true,
        pagination: { next: 'b', prev: 'b' },
      });
      expect((await page(api, 'limit=1&ending_before=c')).pagination).toEqual({ next: 'd', prev: 'd' });
    });

    it('L2a: an object that has the id now stands where it stands itself, and the one deleted last after it', async () => {
      const api = await five();
      await remove(api, 'c');
      await create(api, 'c');
      expect(await ids(api, 'starting_after=c')).toEqual(['e', 'd', 'b', 'a']);
      await remove(api, 'c');
      expect(await ids(api, 'starting_after=c')).toEqual(['e', 'd', 'b', 'a']);
    });

    it('T-11: in another environment the id is as unknown as any other', async () => {
      const api = await five();
      await remove(api, 'c');
      const other = await app.newEnvironment();
      const refused = await other.api.rest('GET', `${path}?starting_after=c`);
      expect(refused).toRefuse('BadUserInput');
      expect(refused.text).toBe((await other.api.rest('GET', `${path}?starting_after=never`)).text);
    });
  });

  it('L2a: what is deleted in one list is unknown in another', async () => {
    const { api } = await app.newEnvironment();
    await onProduct(api);
    await createPlan(api, { id: 'gone', productId: 'main' });
    await expectOk(api.rest('DELETE', '/plans/gone/draft'));
    expect(await api.rest('GET', '/addons?starting_after=gone')).toRefuse('BadUserInput');
    expect(await api.rest('GET', '/features?starting_after=gone')).toRefuse('BadUserInput');
  });

  it('L3: a filter leaves the meaning of the place as it is', async () => {
    const { api } = await app.newEnvironment();
    for (const id of ['a', 'b', 'c']) await createFeature(api, id, 'switch');
    await createFeature(api, 'd', 'metered');
    await expectOk(api.rest('DELETE', '/features/b'));
    const { data } = await expectPage(api.rest('GET', '/features?featureType=number&ending_before=b'));
    expect(data.map(({ id }) => id)).toEqual(['d']);
  });

  it('catalog R1, access-and-events L2a: prices that a draft held, once it is priced anew or discarded', async () => {
    const { api } = await app.newEnvironment();
    await onProduct(api);
    const plans = new PricedDrafts(api);
    const id = await plans.create({ pricingType: 'PAID' });
    const charges = (query = '') => expectPage(api.rest('GET', `/plans/${id}/charges${query}`));
    await plans.price(id, { pricingModels: [flatFee(10)] });
    const [first] = (await charges()).data;
    await plans.price(id, { pricingModels: [flatFee(20)] });
    expect((await charges(`?ending_before=${first?.id}`)).data).toHaveLength(1);
    await plans.publish(id);
    await plans.draft(id);
    await plans.price(id, { pricingModels: [flatFee(30)] });
    const [ofDraft] = (await charges('?status=DRAFT')).data;
    await expectOk(api.rest('DELETE', `/plans/${id}/draft`));
    expect((await charges(`?starting_after=${ofDraft?.id}`)).data).toHaveLength(1);
  });

  describe('the cleaning jobs', () => {
    const query = <R extends object = object>(text: string, values: unknown[] = []): Promise<R[]> =>
      app.dataSource.query<R[]>(text, values);
    const clean = (job: string) => query(`select graphile_worker.add_job('${job}')`);

    it('L2a: forget a place after a day and not before', async () => {
      const { api } = await app.newEnvironment();
      for (const id of ['older', 'younger']) {
        await createFeature(api, id, 'switch');
        await expectOk(api.rest('DELETE', `/features/${id}`));
      }
      const aged = (id: string, hours: number) =>
        query(`update deleted_place set deleted_at = now() - $2::int * interval '1 hour' where cursor = $1`, [
          id,
          hours,
        ]);
      await aged('older', 25);
      await aged('younger', 23);
      await clean('forget-deleted-places');
      await eventually(async () =>
        expect(await query(`select from deleted_place where cursor = 'older'`)).toEqual([]),
      );
      expect(await api.rest('GET', '/features?starting_after=older')).toRefuse('BadUserInput');
      await expectOk(api.rest('GET', '/features?starting_after=younger'));
    });

    it('L2a, W8: leave the place of what they delete, in the activity and among the tasks', async () => {
      const { api, environmentId } = await app.newEnvironment();
      await createFeature(api, 'seen', 'switch');
      const [entry] = (await expectPage(api.rest('GET', '/activity'))).data;
      // The service itself may change no entry.
      const aged = `update activity set created_at = now() - interval '14 months' where uid = $1`;
      await behindOurBack(app, [aged, [entry?.id]]);
      const task = newUid();
      await query(
        `insert into task (environment_id, uid, kind, entity_type, entity_id, state, payload, principal, total, done, failed,
                           attempts, created_at, updated_at, finished_at)
         values ($1, $2, 'nobody', 'PLAN', 'x', 'COMPLETED', '{}', '{}', 1, 1, 0, 0, now(), now(),
                 now() - interval '91 days')`,
        [environmentId, task],
      );
      await clean('forget-activity');
      await clean('forget-tasks');
      await eventually(async () =>
        expect(
          await query('select uid from activity where uid = $1 union select uid from task where uid = $2', [
            entry?.id,
            task,
          ]),
        ).toEqual([]),
      );
      expect((await expectPage(api.rest('GET', `/activity?starting_after=${entry?.id}`))).data).toEqual([]);
      expect((await expectPage(api.rest('GET', `/tasks?starting_after=${task}`))).data).toEqual([]);
    });
  });
});
