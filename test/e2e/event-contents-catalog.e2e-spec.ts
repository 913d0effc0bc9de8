import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type RestAnswer } from '../support/client';
import { contentsOf, EventBook, type BookedEvent } from '../support/event-book';

// Domain: access-and-events

/** How a noun of the catalog comes, changes and goes, and what is told of it. */
interface Life {
  /** Of its events, and of what they hold. */
  noun: string;
  holds: string;
  path: string;
  made: Json;
  change: Json;
  changed: string[];
  /** A change that is refused: its field. */
  refused: [body: Json, code: string, field: RegExp];
  /** Of GraphQL. */
  name: string;
  idArg?: string;
  archived: string;
  unarchived?: string;
}

const lives: Life[] = [
  {
    ...{ noun: 'product', holds: 'product', path: '/products', name: 'Product' },
    made: { displayName: 'One' },
    change: { displayName: 'Two' },
    changed: ['displayName'],
    refused: [{ displayName: '' }, 'BadUserInput', /displayName/],
    archived: 'product.deleted',
    unarchived: 'product.updated',
  },
  {
    ...{ noun: 'feature', holds: 'feature', path: '/features', name: 'Feature' },
    made: { displayName: 'One', featureType: 'BOOLEAN' },
    change: { displayName: 'Two', metadata: { a: 'b' } },
    changed: ['displayName', 'metadata'],
    refused: [{ displayName: '' }, 'BadUserInput', /displayName/],
    archived: 'feature.deleted',
    unarchived: 'feature.updated',
  },
  {
    ...{ noun: 'feature_group', holds: 'featureGroup', path: '/feature-groups', name: 'FeatureGroup' },
    made: { displayName: 'One', featureIds: ['calls'] },
    change: { featureIds: ['calls', 'seats'] },
    changed: ['featureIds'],
    refused: [{ featureIds: ['nothing'] }, 'FeatureNotFound', /nothing/],
    archived: 'feature_group.archived',
    unarchived: 'feature_group.unarchived',
  },
  {
    ...{ noun: 'coupon', holds: 'coupon', path: '/coupons', name: 'Coupon' },
    made: { name: 'One', percentOff: 10 },
    change: { name: 'Two' },
    changed: ['name'],
    refused: [{ name: '' }, 'BadUserInput', /name/],
    archived: 'coupon.archived',
  },
  {
    ...{ noun: 'credit_type', holds: 'creditType', path: '/credits/custom-currencies' },
    ...{ name: 'CustomCurrency', idArg: 'currencyId' },
    made: { displayName: 'One' },
    change: { displayName: 'Two', symbol: 'T' },
    changed: ['displayName', 'symbol'],
    refused: [{ displayName: '' }, 'BadUserInput', /displayName/],
    archived: 'credit_type.archived',
    unarchived: 'credit_type.unarchived',
  },
  {
    ...{ noun: 'customer', holds: 'customer', path: '/customers', name: 'Customer' },
    made: { name: 'One' },
    change: { name: 'Two', email: 'two@example.com' },
    changed: ['email', 'name'],
    refused: [{ email: 'nobody' }, 'BadUserInput', /email/],
    archived: 'customer.deleted',
    unarchived: 'customer.updated',
  },
];

describe('what events hold of the catalog and of customers', () => {
  let app: TestApp;
  let api: ApiClient;
  let book: EventBook;
  let id: string;
  let count = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const each of ['calls', 'seats']) await createFeature(api, each, 'metered');
    await createProduct(api, 'main');
    book = await EventBook.open(app, app.a);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    id = `told-${++count}`;
  });

  /** As GET tells it; where nothing reads one alone, as the list does. */
  const read = async (path: string): Promise<Json> => {
    if (!path.includes('custom-currencies')) return expectOk<Json>(api.rest('GET', `${path}/${id}`));
    const { data } = await expectPage<Json>(api.rest('GET', `${path}?status=ACTIVE,ARCHIVED`));
    return data.find((each) => each['id'] === id) as Json;
  };

  describe.each(lives)('of a $noun', ({ noun, holds, path, made, change, name, ...life }) => {
    /** The one event of the noun, which holds what is answered and what is read then, beside fields that it names. */
    const told = async (
      cause: () => Promise<RestAnswer>,
      type: string,
      more: Json = {},
    ): Promise<BookedEvent> => {
      let answer: Json = {};
      const events = await book.during(async () => (answer = await expectOk<Json>(cause())), noun);
      const is = await read(path);
      expect(contentsOf(events)).toEqual([[type, { [holds]: is, ...more }]]);
      expect(answer).toEqual(is);
      return events[0] as BookedEvent;
    };
    const create = () => api.rest('POST', path, { id, ...made });
    const turn = (verb: string) => api.rest('POST', `${path}/${id}/${verb}`);

    it('W2, W6, W10: it is told as GET tells it, with fields that are others, in ascending revisions', async () => {
      const events = [
        await told(create, `${noun}.created`),
        await told(() => api.rest('PATCH', `${path}/${id}`, change), `${noun}.updated`, {
          changed: life.changed,
        }),
        await told(() => turn('archive'), life.archived),
      ];
      const { unarchived } = life;
      if (unarchived) {
        const more = unarchived.endsWith('.updated') ? { changed: [expect.any(String)] } : {};
        events.push(await told(() => turn('unarchive'), unarchived, more));
      }
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
      expect(new Set(events.map(({ entityId }) => entityId))).toEqual(new Set([id]));
    });

    it('W10: the same through the other door', async () => {
      await expectOk(create());
      const arg = life.idArg ?? 'id';
      const mutation = `mutation($input: Update${name}Input!) { update${name}(${arg}: "${id}", input: $input) { id } }`;
      const events = await book.during(() => expectOk(api.graphql(mutation, { input: change })), noun);
      const is = await read(path);
      expect(contentsOf(events)).toEqual([[`${noun}.updated`, { [holds]: is, changed: life.changed }]]);
    });

    it('W7: what is refused, or changes nothing, tells nothing', async () => {
      await expectOk(create());
      const [body, code, field] = life.refused;
      const events = await book.during(async () => {
        expect(await api.rest('PATCH', `${path}/${id}`, body)).toRefuse(code as never, field);
        const before = await read(path);
        const same = Object.fromEntries(Object.keys(change).map((key) => [key, before[key]]));
        await api.rest('PATCH', `${path}/${id}`, same);
      });
      expect(events).toEqual([]);
    });
  });

  it('W2, W6: what is deleted is told as it was, with a revision above all that it had', async () => {
    const created = await createFeature(api, id, 'switch');
    const events = await book.during(() => expectOk(api.rest('DELETE', `/features/${id}`)), 'feature');
    expect(contentsOf(events)).toEqual([['feature.deleted', { feature: created }]]);
    expect(events[0]?.version).toBe(2);
  });

  it.each([
    ['plan', '/plans'],
    ['addon', '/addons'],
  ])('W2, W6, W10: of a %s, from its first draft to its return', async (noun, path) => {
    const readIt = () => read(path);
    const post = (verb: string, body?: Json) => expectOk(api.rest('POST', `${path}/${id}/${verb}`, body));
    const events: BookedEvent[] = [];
    const told = async (work: () => Promise<unknown>): Promise<void> => {
      events.push(...(await book.during(work, noun)));
    };
    const body = { id, productId: 'main', displayName: 'One', pricingType: 'FREE' };
    await told(() => expectOk(api.rest('POST', path, body)));
    const draft = await readIt();
    const publish = () => post('publish', { migrationType: 'NEW_CUSTOMERS' });
    await told(publish);
    const first = await readIt();
    // Drafts, and what is sold in them, are no matter of receivers.
    await told(async () => {
      await post('draft');
      await expectOk(api.rest('PATCH', `${path}/${id}`, { displayName: 'Two' }));
      const entitlements = [feature('calls', { usageLimit: 5, resetPeriod: 'MONTH' })];
      await post('entitlements', { entitlements });
    });
    await told(publish);
    const second = await readIt();
    await told(() => post('archive'));
    const archived = await readIt();
    await told(() => post('unarchive'));
    const published = `${noun}.updated_new_version_published`;
    const migrationType = 'NEW_CUSTOMERS';
    expect(contentsOf(events)).toEqual([
      [`${noun}.created`, { [noun]: draft }],
      [published, { [noun]: first, migrationType }],
      [
        published,
        { [noun]: second, migrationType, changed: expect.arrayContaining(['entitlements', 'versionNumber']) },
      ],
      [`${noun}.deleted`, { [noun]: archived }],
      [`${noun}.unarchived`, { [noun]: await readIt() }],
    ]);
    const versions = events.map(({ version }) => version as number);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('W6: what never was published is told to be deleted with its draft; its product takes others along', async () => {
    await createProduct(api, id);
    await createPlan(api, { id: `${id}-draft`, productId: id });
    const gone = await book.during(() => expectOk(api.rest('DELETE', `/plans/${id}-draft/draft`)), 'plan');
    expect(gone.map(({ type, entityId }) => [type, entityId])).toEqual([['plan.deleted', `${id}-draft`]]);
    await publishPlan(api, { id: `${id}-live`, productId: id });
    const events = await book.during(() => expectOk(api.rest('POST', `/products/${id}/archive`)));
    expect(events.map(({ type, entityId }) => `${type} ${entityId}`).sort()).toEqual([
      `plan.deleted ${id}-live`,
      `product.deleted ${id}`,
    ]);
    expect(events.find(({ type }) => type === 'plan.deleted')?.data).toEqual({
      plan: await expectOk(api.rest('GET', `/plans/${id}-live`)),
    });
  });
});
