import { check, createCustomer, createFeature, subscribe, type Json } from '../support/catalog';
import {
  applyCatalog,
  bringIntoForce,
  exportCatalog,
  inShort,
  planCatalog,
  planned,
} from '../support/catalog-door';
import { catalogDocument, changedCatalog, entitled, named, unpriced } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { endOf } from '../support/publishing';
import { catalogForEach } from '../support/sold-catalog';

// Domain: catalog

describe('a catalog that is applied', () => {
  let api: ApiClient;

  catalogForEach((sold) => ({ api } = sold));

  const versionOf = async (id: string) => (await expectOk(api.rest('GET', `/plans/${id}`)))['versionNumber'];

  it('L6: for all customers, running subscriptions are moved by a task that the answer names', async () => {
    await createCustomer(api, 'acme');
    await subscribe(api, 'acme', 'starter');
    const limit = async () => (await check(api, 'acme', 'featureId=projects'))['usageLimit'];
    const document = changedCatalog(({ plans }) => {
      Object.assign(entitled(plans, 'starter', 1), { usageLimit: 4 });
    });
    const options = { migrationType: 'ALL_CUSTOMERS' };
    const { hash } = await planned(api, document, options);
    expect(await limit()).toBe(3);
    const { taskIds } = await expectOk<{ taskIds: string[] }>(applyCatalog(api, hash, document, options));
    expect(taskIds).toHaveLength(1);
    expect((await endOf(api, taskIds[0] ?? null)).state).toBe('COMPLETED');
    expect(await limit()).toBe(4);
  });

  it('makes the catalog what the document says; planned again, there is nothing to do', async () => {
    const document = changedCatalog(({ products, features, coupons, promotionCodes, addons, plans }) => {
      Object.assign(products[0] as Json, {
        description: 'New',
        metadata: { owner: 'me' },
        productSettings: undefined,
        usageResetCutoffRule: { behavior: 'ALWAYS_RESET' },
      });
      Object.assign(features[0] as Json, { featureUnits: 'call', featureUnitsPlural: 'calls' });
      features.push({ id: 'sso', displayName: 'Single sign-on', featureType: 'BOOLEAN' });
      Object.assign(coupons[0] as Json, { name: 'Start', metadata: { by: 'sales' } });
      Object.assign(promotionCodes[0] as Json, { expiresAt: undefined, firstPurchaseOnly: true });
      coupons.push({ id: 'half', name: 'Half', percentOff: 50 });
      Object.assign(named(addons, 'extra'), { maxQuantity: undefined });
      Object.assign(named(addons, 'more'), { dependencies: undefined, displayName: 'Even more' });
      const pro = named(plans, 'pro');
      Object.assign(pro, {
        parentPlanId: undefined,
        compatibleAddonIds: ['more'],
        metadata: { tier: '2' },
        pricingType: 'CUSTOM',
        ...unpriced,
      });
      pro['entitlements'] = [
        { type: 'FEATURE', id: 'sso' },
        { type: 'FEATURE', id: 'projects', usageLimit: 5 },
        { type: 'CREDIT', id: 'tokens', amount: 10, cadence: 'YEAR', dependencyFeatureId: 'projects' },
      ];
      Object.assign(named(plans, 'someday'), { pricingType: 'CUSTOM', status: undefined });
      plans.push({
        id: 'top',
        displayName: 'Top',
        productId: 'maps',
        pricingType: 'CUSTOM',
        parentPlanId: 'someday',
      });
    });
    const { changes, taskIds } = await bringIntoForce(api, document);
    expect(inShort(changes)).toEqual([
      'UPDATE PRODUCT maps',
      'UPDATE FEATURE api-calls',
      'CREATE FEATURE sso',
      'CREATE COUPON half',
      'UPDATE COUPON launch',
      'UPDATE PROMOTION_CODE LAUNCH-26',
      ...['extra', 'more'].map((id) => `PUBLISH ADDON ${id}`),
      'PUBLISH PLAN pro',
      'PUBLISH PLAN someday',
      'CREATE PLAN top',
    ]);
    expect(taskIds).toEqual([]);
    expect((await planned(api, document)).changes).toEqual([]);
    expect(named((await exportCatalog(api)).plans, 'pro')).toEqual({
      ...named(document.plans, 'pro'),
      parentPlanId: undefined,
    });
    expect([await versionOf('pro'), await versionOf('someday')]).toEqual([2, 1]);
  });

  it('L4: what all versions share changes without a new version', async () => {
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), {
        description: undefined,
        displayName: 'Start',
        billingId: 'b-1',
      }),
    );
    expect(inShort((await bringIntoForce(api, document)).changes)).toEqual(['UPDATE PLAN starter']);
    expect(await versionOf('starter')).toBe(1);
    expect(await expectOk(api.rest('GET', '/plans/starter'))).toMatchObject({
      description: null,
      displayName: 'Start',
      billingId: 'b-1',
    });
  });

  it.each<[string, (entitlements: Json[]) => Json[]]>([
    ['a limit', ([calls, projects]) => [{ ...calls, usageLimit: 5 }, projects as Json]],
    [
      'no limit any more',
      ([calls, projects]) => [{ ...calls, usageLimit: undefined, hasUnlimitedUsage: true }, projects as Json],
    ],
    ['no reset any more', ([calls, projects]) => [{ ...calls, resetPeriod: undefined }, projects as Json]],
    [
      'another reset',
      ([calls, projects]) => [
        { ...calls, resetPeriod: 'WEEK', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } },
        projects as Json,
      ],
    ],
    ['a hard limit', ([calls, projects]) => [{ ...calls, hasSoftLimit: undefined }, projects as Json]],
    ['it taken away', ([calls, projects]) => [{ ...calls, isGranted: false }, projects as Json]],
    [
      'texts and widgets',
      ([calls, projects]) => [
        { ...calls, description: 'd', hiddenFromWidgets: ['PAYWALL'] },
        projects as Json,
      ],
    ],
    ['the other order', ([calls, projects]) => [projects as Json, calls as Json]],
    [
      'one in between',
      ([calls, projects]) => [
        calls as Json,
        { type: 'FEATURE', id: 'channels', enumValues: ['email'] },
        projects as Json,
      ],
    ],
    ['one less', ([, projects]) => [projects as Json]],
    ['none', () => []],
  ])('E3, E5: an entitlement gets %s, and back', async (_what, edit) => {
    const document = changedCatalog(({ plans }) => {
      const starter = named(plans, 'starter');
      starter['entitlements'] = edit(starter['entitlements'] as Json[]);
      // The credits of pro depend on projects.
      named(plans, 'pro')['entitlements'] = [];
    });
    const before = changedCatalog(({ plans }) => void (named(plans, 'pro')['entitlements'] = []));
    await bringIntoForce(api, before);
    for (const wanted of [document, before]) {
      expect(inShort((await bringIntoForce(api, wanted)).changes)).toEqual(['PUBLISH PLAN starter']);
      expect((await planned(api, wanted)).changes).toEqual([]);
    }
    expect(await versionOf('starter')).toBe(3);
  });

  it('I5: parents and children change their types in one go, whichever must come first', async () => {
    const all = (pricingType: string) =>
      changedCatalog(({ products, addons, plans }) => {
        Object.assign(named(plans, 'pro'), { compatibleAddonIds: undefined, ...unpriced });
        Object.assign(products[0] as Json, { productSettings: undefined });
        for (const each of plans) each['pricingType'] = pricingType;
        for (const each of addons) each['pricingType'] = 'FREE';
      });
    await bringIntoForce(api, all('FREE'));
    for (const type of ['CUSTOM', 'FREE', 'CUSTOM']) {
      await bringIntoForce(api, all(type));
      expect(await expectOk(api.rest('GET', '/plans/pro'))).toMatchObject({ pricingType: type });
    }
  });

  it('I5: parent and child trade places', async () => {
    const document = changedCatalog(({ plans }) => {
      Object.assign(named(plans, 'pro'), { parentPlanId: undefined, entitlements: undefined, ...unpriced });
      named(plans, 'pro')['pricingType'] = 'FREE';
      Object.assign(named(plans, 'starter'), { parentPlanId: 'pro' });
    });
    await bringIntoForce(api, document);
    expect((await planned(api, document)).changes).toEqual([]);
    expect(named((await exportCatalog(api)).plans, 'starter')).toMatchObject({ parentPlanId: 'pro' });
  });

  it('is all or nothing: what an operation refuses, the plan refuses already, with its place', async () => {
    const document = changedCatalog(({ products, plans }) => {
      Object.assign(products[0] as Json, { displayName: 'Half done' });
      Object.assign(entitled(plans, 'starter', 1), { usageLimit: undefined });
    });
    const before = await exportCatalog(api);
    const where = /^document\.plans\[1\]: entitlement FEATURE projects needs usageLimit/;
    expect(await planCatalog(api, document)).toRefuse('BadUserInput', where);
    const { hash } = await planned(api, catalogDocument());
    const forged = await applyCatalog(api, hash, document);
    expect(forged).toRefuse('BadUserInput', /another document/);
    expect(await exportCatalog(api)).toEqual(before);
  });

  it('names an entitlement by what it is, not by its place in a request that nobody sent', async () => {
    const document = changedCatalog(({ plans }) =>
      (named(plans, 'starter')['entitlements'] as Json[]).push({
        type: 'FEATURE',
        id: 'channels',
        usageLimit: 1,
      }),
    );
    const where = /^document\.plans\[1\]: entitlements\[FEATURE channels\]\.usageLimit: feature channels/;
    expect(await planCatalog(api, document)).toRefuse('BadUserInput', where);
  });

  it('fails on drift, for good', async () => {
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { displayName: 'Start' }),
    );
    const { hash } = await planned(api, document);
    await createFeature(api, 'meanwhile', 'switch');
    const answer = await applyCatalog(api, hash, document);
    expect(answer).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
      /changed since the plan; plan anew/,
    );
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect(await bringIntoForce(api, document)).toMatchObject({ changes: [{ id: 'starter' }] });
  });

  it('fails on drift of two at once: one of them wins', async () => {
    const documents = ['one', 'two'].map((displayName) =>
      changedCatalog(({ plans }) => Object.assign(named(plans, 'starter'), { displayName })),
    );
    const plans = await Promise.all(documents.map((document) => planned(api, document)));
    const answers = await Promise.all(
      documents.map((document, index) => applyCatalog(api, plans[index]?.hash as string, document)),
    );
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['201', '400']);
    expect(answers.find(({ status }) => status === 400)).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
  });

  it('repeated, it is done already: nothing changes and nothing is refused', async () => {
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { displayName: 'Start' }),
    );
    const { hash } = await planned(api, document);
    await expectOk(applyCatalog(api, hash, document));
    expect(await expectOk(applyCatalog(api, hash, document))).toEqual({ changes: [], taskIds: [] });
    const headers = { 'idempotency-key': 'release-1' };
    const next = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { displayName: 'Begin' }),
    );
    const body = { hash: (await planned(api, next)).hash, document: next };
    const first = await api.rest('POST', '/catalog/apply', body, headers);
    const again = await api.rest('POST', '/catalog/apply', body, headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  it('takes the hash with the document and the options that it is for', async () => {
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { displayName: 'Start' }),
    );
    const { hash } = await planned(api, document);
    expect(await applyCatalog(api, hash, document, { prune: true })).toRefuse(
      'BadUserInput',
      /other options/,
    );
    const other = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { displayName: 'Other' }),
    );
    expect(await applyCatalog(api, hash, other)).toRefuse('BadUserInput', /another document/);
    for (const wrong of ['', 'x', `${hash}x`, hash.replace('.', ''), 'x'.repeat(256)]) {
      expect(await applyCatalog(api, wrong, document)).toRefuse('BadUserInput', /hash/);
    }
  });

  it('access-and-events W8: every change stands in the activity log, as if each operation had been called', async () => {
    const document = changedCatalog(({ plans }) =>
      Object.assign(entitled(plans, 'starter', 1), { usageLimit: 4 }),
    );
    await bringIntoForce(api, document);
    const log = await expectOk<{ type: string; entityId: string }[]>(api.rest('GET', '/activity?limit=3'));
    expect(log.map(({ type, entityId }) => `${type} ${entityId}`).sort()).toEqual([
      'plan.draft_created starter',
      'plan.updated_new_version_published starter',
      'plan_entitlement.updated projects',
    ]);
  });
});
