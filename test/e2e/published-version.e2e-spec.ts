import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient, type Method, type RestAnswer } from '../support/client';
import { flatFee } from '../support/priced-plans';

type Code = Parameters<jest.Matchers<void>['toRefuse']>[0];

/** A write of a package: what it sends, and what answers it where there is no draft, and where there is one. */
interface Write {
  body?: Json;
  alone: Code | 'done';
  beside: Code | 'done';
}

const edited = { alone: 'CannotEditPackageInNonDraftMode', beside: 'done' } as const;
const ofDraft = { alone: 'EditAllowedOnDraftPackageOnlyError', beside: 'done' } as const;

const writes: Record<string, Write> = {
  'POST entitlements': { ...edited, body: { entitlements: [feature('late')] } },
  'PATCH entitlements/{id}': { ...edited, body: { type: 'FEATURE', isGranted: false, order: 99 } },
  'DELETE entitlements/{id}': edited,
  'PUT entitlements/order': { ...edited, body: { entitlements: [{ id: 'calls', type: 'CREDIT' }] } },
  'PUT feature-groups/{id}': { ...edited, body: { entitlements: [feature('late')] } },
  'DELETE feature-groups/{id}': edited,
  'PUT package-groups/{id}': { ...ofDraft, body: { minItems: 1, freeItems: 3 } },
  'DELETE package-groups/{id}': ofDraft,
  'POST draft': { alone: 'done', beside: 'DraftAlreadyExists' },
  'DELETE draft': ofDraft,
  'POST publish': {
    body: { migrationType: 'NEW_CUSTOMERS' },
    alone: 'PackageAlreadyPublished',
    beside: 'done',
  },
  'POST archive': { alone: 'done', beside: 'done' },
  'POST unarchive': { alone: 'BadUserInput', beside: 'BadUserInput' },
};

/** What a PATCH of the package says of one version, in as many bodies as there are terms. */
const terms: Record<string, Json[]> = {
  plans: [
    { parentPlanId: null },
    { compatibleAddonIds: [] },
    { charges: { pricingType: 'CUSTOM' } },
    { charges: { pricingType: 'CUSTOM', pricingModels: [] } },
    { defaultTrialConfig: { duration: 7, units: 'DAY' } },
    { displayName: 'other', compatibleAddonIds: null },
  ],
  addons: [{ dependencies: [] }, { maxQuantity: 1 }, { charges: { pricingType: 'CUSTOM' } }],
};
const shared = { displayName: 'other', description: 'other', billingId: 'other', metadata: { other: 'x' } };

/** Domain: catalog L4 */
describe.each(['plans', 'addons'])('a published version of %s never changes', (kind) => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    for (const id of ['flag', 'calls', 'seats', 'late']) await createFeature(api, id, 'switch');
    await expectOk(call('POST', '/credits/custom-currencies', { id: 'calls', displayName: 'Calls' }));
    const groups = { team: ['flag', 'calls'], wide: ['seats', 'late'] };
    for (const [id, featureIds] of Object.entries(groups)) {
      await expectOk(call('POST', '/feature-groups', { id, displayName: id, featureIds }));
    }
    for (const id of ['maps', 'routes']) await publishAddon(api, { id, productId: 'main' });
    for (const id of ['extras', 'more']) {
      await expectOk(call('POST', '/package-groups', { id, addonIds: ['maps', 'routes'] }));
    }
    await publishPlan(api, { id: 'base', productId: 'main' });
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const publish = (path: string) => call('POST', `${path}/publish`, { migrationType: 'NEW_CUSTOMERS' });

  /** Version 1, with all that can lie on it. */
  const release = async (): Promise<string> => {
    const id = `${kind}-${++made}`;
    const path = `/${kind}/${id}`;
    const given = { id, displayName: id, productId: 'main', pricingType: 'CUSTOM' };
    const isPlan = kind === 'plans';
    await expectOk(call('POST', `/${kind}`, { ...given, ...(isPlan && { parentPlanId: 'base' }) }));
    const links = isPlan ? { compatibleAddonIds: ['maps'] } : { dependencies: ['maps'], maxQuantity: 9 };
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(49)] };
    await expectOk(call('PATCH', path, { ...links, charges }));
    const credit = { type: 'CREDIT', id: 'calls', amount: 5, cadence: 'YEAR' };
    const entitlements = [feature('seats'), credit];
    await expectOk(call('POST', `${path}/entitlements`, { entitlements }));
    const brought = { entitlements: [feature('flag'), feature('calls')] };
    await expectOk(call('PUT', `${path}/feature-groups/team`, brought));
    if (isPlan) await expectOk(call('PUT', `${path}/package-groups/extras`, { minItems: 2 }));
    await expectOk(publish(path));
    return id;
  };

  /** Every row that lies on version 1, in every table that knows versions, and what is told of it. */
  const stateOf = async (id: string): Promise<unknown> => {
    const tables = await app.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.columns where column_name = 'package_version_uid' order by 1`,
    );
    expect(tables.length).toBeGreaterThanOrEqual(3);
    const [version] = await app.dataSource.query<{ uid: string; row: Json }[]>(
      `select v.uid, to_jsonb(v) - 'status' - 'is_latest' - 'updated_at' as row
         from package_version v join package p on p.uid = v.package_uid
        where p.id = $1 and p.kind = $2 and v.version_number = 1`,
      [id, kind === 'plans' ? 'PLAN' : 'ADDON'],
    );
    const rows: unknown[] = [version?.row];
    for (const { name } of tables) {
      const text = `select to_jsonb(t) as row from ${name} t where package_version_uid = $1 order by uid`;
      rows.push(name, await app.dataSource.query(text, [version?.uid]));
    }
    const lists = [
      'entitlements',
      'charges',
      'feature-groups',
      ...(kind === 'plans' ? ['package-groups'] : []),
    ];
    for (const list of lists) {
      rows.push(await expectOk(call('GET', `/${kind}/${id}/${list}?version=1`)));
    }
    const told = await expectOk<Json>(call('GET', `/${kind}/${id}?version=1`));
    const changing = ['status', 'isLatest', 'updatedAt', ...Object.keys(shared)];
    rows.push(Object.entries(told).filter(([key]) => !changing.includes(key)));
    return rows;
  };

  const names: Record<string, string> = {
    'PATCH entitlements/{id}': 'seats',
    'DELETE entitlements/{id}': 'seats',
    'PUT feature-groups/{id}': 'wide',
    'DELETE feature-groups/{id}': 'team',
    'PUT package-groups/{id}': 'more',
    'DELETE package-groups/{id}': 'extras',
  };
  const send = (id: string, route: string, body?: Json): Promise<RestAnswer> => {
    const [method, rest = ''] = route.split(' ') as [Method, string];
    return call(method, `/${kind}/${id}/${rest.replace('{id}', names[route] ?? '')}`, body);
  };
  const isOfKind = (route: string) => kind === 'plans' || !route.includes('package-groups');
  const routes = Object.entries(writes).filter(([route]) => isOfKind(route));

  it('the table knows every write below a package', async () => {
    const { body } = await app.anonymous.send('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };
    const served = Object.entries(paths).flatMap(([path, verbs]) => {
      const below = new RegExp(`^/api/v1/${kind}/\\{\\w+\\}/(.+)$`).exec(path)?.[1];
      const methods = Object.keys(verbs).filter((verb) => verb !== 'get');
      return below === undefined ? [] : methods.map((verb) => `${verb.toUpperCase()} ${below}`);
    });
    expect(served.sort()).toEqual(routes.map(([route]) => route).sort());
  });

  const expectAnswer = (answer: RestAnswer, expected: Code | 'done'): void => {
    if (expected !== 'done') return expect(answer).toRefuse(expected);
    expect([200, 201]).toContain(answer.status);
  };

  it.each(routes)('L4: not by %s without a draft', async (route, { body, alone }) => {
    const id = await release();
    const before = await stateOf(id);
    app.clock.advance({ minutes: 1 });
    expectAnswer(await send(id, route, body), alone);
    expect(await stateOf(id)).toEqual(before);
  });

  it.each(routes)('L4: not by %s beside a draft', async (route, { body, beside }) => {
    const id = await release();
    await expectOk(call('POST', `/${kind}/${id}/draft`));
    const before = await stateOf(id);
    app.clock.advance({ minutes: 1 });
    const expected =
      kind === 'addons' && route === 'POST archive' ? 'AddonWithDraftCannotBeDeletedError' : beside;
    expectAnswer(await send(id, route, body), expected);
    expect(await stateOf(id)).toEqual(before);
  });

  it('L4: not by PATCH, whose terms need a draft and go to it', async () => {
    const id = await release();
    const before = await stateOf(id);
    for (const body of terms[kind] ?? []) {
      expect(await call('PATCH', `/${kind}/${id}`, body)).toRefuse('EditAllowedOnDraftPackageOnlyError');
    }
    await expectOk(call('PATCH', `/${kind}/${id}`, shared));
    expect(await stateOf(id)).toEqual(before);
    await expectOk(call('POST', `/${kind}/${id}/draft`));
    for (const body of terms[kind] ?? []) await expectOk(call('PATCH', `/${kind}/${id}`, body));
    expect(await stateOf(id)).toEqual(before);
  });

  it('L4: not by being archived, brought back and followed by other versions', async () => {
    const id = await release();
    const before = await stateOf(id);
    for (const step of ['archive', 'unarchive', 'draft']) {
      await expectOk(call('POST', `/${kind}/${id}/${step}`));
      expect(await stateOf(id)).toEqual(before);
    }
    await expectOk(call('DELETE', `/${kind}/${id}/feature-groups/team`));
    await expectOk(publish(`/${kind}/${id}`));
    expect(await stateOf(id)).toEqual(before);
  });
});
