import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createRemitToAccount,
  createReadyContract,
  expectReason,
  reasonOf,
  type BillingTotals,
} from '../support/contract-billing';
import { everyField } from '../support/graphql-selection';

const rejected = 'BillingContractOperationRejected';
const acorn = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
const oneLine: Json[] = [{ name: 'Seats', rows: [{ quantity: 25, price: 30 }] }];

/** Domain: contracts-billing S2, S3, S4 (rows are its numbers) */
describe('the billing settings of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
    await expectOk(api.rest('POST', '/contracts/legal-entities', { id: 'bare', name: 'Without account' }));
  });
  afterAll(() => app.close());

  const newId = (): string => `deal-${++made}`;
  /** A draft with one line, and nobody who bills it. */
  const draft = async (more: Json = {}): Promise<string> => {
    const id = newId();
    await createBilledContract(api, id, more);
    await expectOk(billingOf(api, id).add(oneLine));
    return id;
  };
  const set = (id: string, body: unknown, from: ApiClient = api) => billingOf(from, id).settings(body);
  const setOk = (id: string, body: Json) => expectOk<BillingTotals>(set(id, body));
  const setOverGraphql = (id: string, input: unknown, from: ApiClient = api) =>
    from.graphql(
      `mutation($id: String!, $input: UpdateContractBillingSettingsInput!) {
        updateContractBillingSettings(id: $id, input: $input) ${everyField(app, 'ContractBillingTotals')} }`,
      { id, input },
    );
  const kept = async (id: string): Promise<Json> => {
    const text = `select d.note, d.payment_method from contract_billing_details d
                    join contract c on c.environment_id = d.environment_id and c.uid = d.uid where c.id = $1`;
    return (await app.dataSource.query<Json[]>(text, [id]))[0] as Json;
  };
  /** Both doors refuse it alike, with this reason, and nothing is another then. */
  const expectRejected = async (id: string, body: Json, reason: string): Promise<void> => {
    const before = await billingOf(api, id).summary();
    for (const answer of [await set(id, body), await setOverGraphql(id, body)]) {
      expectReason(answer, reason);
    }
    expect(await billingOf(api, id).summary()).toEqual(before);
  };

  describe('row 1: an entity and its account', () => {
    it.each(['REST', 'GRAPHQL'])('are set, and the payment is by bank transfer: %s', async (door) => {
      const id = await draft();
      const before = await billingOf(api, id).summary();
      expect(before).toMatchObject({ legalEntityId: null, paymentAccountId: null, total: 750 });
      const totals = await expectOk(door === 'REST' ? set(id, acorn) : setOverGraphql(id, acorn));
      expect(totals).toEqual({ ...before, ...acorn });
      expect(await billingOf(api, id).summary()).toEqual(totals);
      expect(await kept(id)).toEqual({ note: null, payment_method: 'BANK_TRANSFER' });
    });

    it('S2.6: are written to every line', async () => {
      const id = await draft();
      await setOk(id, { legalEntityId: 'birch' });
      await expectOk(billingOf(api, id).add(oneLine, { legalEntityId: 'acorn' }));
      expect(await billingOf(api, id).summary()).toMatchObject({ legalEntityId: null });
      expect(await setOk(id, acorn)).toMatchObject(acorn);
    });

    it('are told in the activity log', async () => {
      const id = await draft();
      await setOk(id, { ...acorn, note: 'Thank you' });
      const [entry] = (await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}&limit=1`))).data;
      expect(entry).toMatchObject({ type: 'contract.billing_updated', entityType: 'CONTRACT' });
      expect(entry?.['before']).toMatchObject({ legalEntityId: null });
      const after = { ...acorn, note: 'Thank you', paymentMethod: 'BANK_TRANSFER' };
      expect(entry?.['after']).toMatchObject(after);
    });
  });

  it('row 2: a note alone changes nothing else, and is no part of the totals', async () => {
    const id = await draft();
    const before = await setOk(id, acorn);
    expect(await setOk(id, { note: 'Net 30, please' })).toEqual(before);
    expect(await kept(id)).toEqual({ note: 'Net 30, please', payment_method: 'BANK_TRANSFER' });
  });

  it('row 3: an empty body changes nothing at all', async () => {
    const id = await draft();
    const before = await api.rest('GET', `/contracts/${id}/billing/summary`);
    const answer = await set(id, {});
    expect([answer.status, answer.text]).toEqual([200, before.text]);
    expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await expectOk(setOverGraphql(id, {}))).toEqual((answer.body as Json)['data']);
    const entries = await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}&limit=1`));
    expect(entries.data[0]?.['before']).toMatchObject({ total: 0 });
  });

  describe('row 4: the shape', () => {
    const astral = '\u{1F9FE}';

    it.each<[string, unknown, RegExp]>([
      ['a note of 2001 characters', { note: 'n'.repeat(2001) }, /^note must have at most 2000 characters/],
      ['a note of 2001 astral ones', { note: astral.repeat(2001) }, /^note must have at most 2000/],
      ['an entity of 256', { legalEntityId: 'e'.repeat(256) }, /^legalEntityId must have at most 255/],
      [
        'an account of 256',
        { paymentAccountId: astral.repeat(256) },
        /^paymentAccountId must have at most 255/,
      ],
      ['a number', { legalEntityId: 7 }, /^legalEntityId must be a string/],
      ['a truth value', { note: true }, /^note must be a string/],
      ['an unknown key', { currency: 'usd' }, /^currency is not a known field/],
      ['a list', [], /object/],
    ])('P4: refuses %s without a reason', async (_what, body, message) => {
      const answer = await set(await draft(), body);
      expect(answer).toRefuse('BadUserInput', message);
      expect(answer.body).not.toHaveProperty('reason');
    });

    it('GraphQL refuses the same', async () => {
      const id = await draft();
      const long = await setOverGraphql(id, { note: astral.repeat(2001) });
      expect(long).toRefuse('BadUserInput', /note must have at most 2000/);
      expect(reasonOf(long)).toBeUndefined();
      expect(await setOverGraphql(id, { unknown: 1 })).toRefuse('BadUserInput', /unknown/);
    });

    it('S3: lengths count code points: 2000 and 255 of them are taken', async () => {
      const id = await draft();
      await setOk(id, { note: astral.repeat(2000) });
      expect((await kept(id))['note']).toBe(astral.repeat(2000));
      await expectRejected(id, { legalEntityId: astral.repeat(255) }, 'LEGAL_ENTITY_NOT_FOUND');
    });
  });

  it('row 5: published billing is refused, naming both ways', async () => {
    const id = newId();
    await createReadyContract(api, id, 'acorn');
    await expectOk(billingOf(api, id).publish());
    await expectRejected(id, acorn, 'CONTRACT_NOT_DRAFT');
    await expectRejected(id, {}, 'CONTRACT_NOT_DRAFT');
    expect(await set(id, acorn)).toRefuse(rejected, /amend it.*reopen it/);
  });

  it('row 6: without lines there is nothing to set', async () => {
    const id = newId();
    await createBilledContract(api, id);
    await expectRejected(id, acorn, 'NO_LINE_ITEMS');
    await expectRejected(id, {}, 'NO_LINE_ITEMS');
  });

  it('row 7: without billing neither', async () => {
    const id = newId();
    await createBilledContract(api, id, { setupBilling: false });
    await expectRejected(id, acorn, 'NO_BILLING_CONTRACT');
  });

  it.each<[string, Json, string]>([
    ['row 8: an unknown entity', { legalEntityId: 'nobody' }, 'LEGAL_ENTITY_NOT_FOUND'],
    ['row 8: an entity without a name', { legalEntityId: '' }, 'LEGAL_ENTITY_NOT_FOUND'],
    ['row 8: an unknown account', { paymentAccountId: 'nobody' }, 'PAYMENT_ACCOUNT_NOT_FOUND'],
    [
      'row 8: both unknown',
      { legalEntityId: 'nobody', paymentAccountId: 'nobody' },
      'LEGAL_ENTITY_NOT_FOUND',
    ],
    [
      'row 9: an account of another entity than the one sent',
      { legalEntityId: 'birch', paymentAccountId: 'acorn-bank' },
      'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY',
    ],
    [
      'row 9: an account where the entity has none',
      { legalEntityId: 'bare', paymentAccountId: 'acorn-bank' },
      'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY',
    ],
    ['row 10: an account without any entity', { paymentAccountId: 'acorn-bank' }, 'LEGAL_ENTITY_REQUIRED'],
    [
      'row 10: an account while the entity is cleared',
      { legalEntityId: null, paymentAccountId: 'acorn-bank' },
      'LEGAL_ENTITY_REQUIRED',
    ],
  ])('%s is refused, and a note beside it is not kept', async (_what, body, reason) => {
    const id = await draft();
    await expectRejected(id, { ...body, note: 'lost' }, reason);
    expect((await kept(id))['note']).toBeNull();
  });

  it('row 9: an account of another entity than the one stored', async () => {
    const id = await draft();
    await setOk(id, { legalEntityId: 'birch' });
    await expectRejected(id, { paymentAccountId: 'acorn-bank' }, 'PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY');
    expect(await setOk(id, { paymentAccountId: 'birch-bank' })).toMatchObject({ legalEntityId: 'birch' });
  });

  it('T-09, row 8: what another environment has is as unknown as what nobody has', async () => {
    await createRemitToAccount(app.b.api, 'elsewhere');
    const id = await draft();
    await expectRejected(id, { legalEntityId: 'elsewhere' }, 'LEGAL_ENTITY_NOT_FOUND');
    const account = { legalEntityId: 'acorn', paymentAccountId: 'elsewhere-bank' };
    await expectRejected(id, account, 'PAYMENT_ACCOUNT_NOT_FOUND');
    const foreign = await set(id, { legalEntityId: 'elsewhere' });
    expect(foreign.text).toBe((await set(id, { legalEntityId: 'nowhere' })).text);
  });

  it('what is archived is chosen for nothing new, and kept where it was', async () => {
    await createRemitToAccount(api, 'cedar');
    const id = await draft();
    const cedar = { legalEntityId: 'cedar', paymentAccountId: 'cedar-bank' };
    await setOk(id, cedar);
    await expectOk(api.rest('POST', '/contracts/legal-entities/cedar/archive'));
    expect(await setOk(id, { note: 'still there' })).toMatchObject(cedar);
    await expectRejected(await draft(), cedar, 'LEGAL_ENTITY_NOT_FOUND');
  });

  it('row 11: another entity alone clears an account that is not its own', async () => {
    const id = await draft();
    await setOk(id, acorn);
    const totals = await setOk(id, { legalEntityId: 'birch' });
    expect(totals).toMatchObject({ legalEntityId: 'birch', paymentAccountId: null });
    expect((await kept(id))['payment_method']).toBeNull();
    await setOk(id, acorn);
    expect(await setOk(id, { legalEntityId: 'acorn' })).toMatchObject(acorn);
  });

  it('S2.8: null clears', async () => {
    const id = await draft();
    await setOk(id, { ...acorn, note: 'a note' });
    expect(await setOk(id, { note: null })).toMatchObject(acorn);
    expect((await kept(id))['note']).toBeNull();
    expect(await setOk(id, { paymentAccountId: null })).toMatchObject({ ...acorn, paymentAccountId: null });
    await setOk(id, acorn);
    const cleared = { legalEntityId: null, paymentAccountId: null };
    expect(await expectOk(setOverGraphql(id, { legalEntityId: null }))).toMatchObject(cleared);
    expect((await kept(id))['payment_method']).toBeNull();
  });

  it('row 12: an unknown contract, and one of another environment, byte for byte', async () => {
    await createBilledContract(app.b.api, 'foreign');
    const foreign = await set('foreign', acorn);
    const unknown = await set('unknown', acorn);
    for (const answer of [foreign, unknown]) expect(answer).toRefuse('ContractNotFound');
    expect(foreign.text).toBe(unknown.text.replaceAll('unknown', 'foreign'));
    expect(await setOverGraphql('foreign', acorn)).toRefuse('ContractNotFound');
  });

  it('row 12: a contract whose customer is gone', async () => {
    const id = await draft();
    await expectOk(api.rest('POST', `/customers/${id}-buyer/archive`));
    expect(await set(id, acorn)).toRefuse('CustomerNotFound', new RegExp(`${id}-buyer`));
    expect(await setOverGraphql(id, acorn)).toRefuse('CustomerNotFound');
  });

  it('S2.2: an archived contract', async () => {
    const id = await draft();
    await expectOk(api.rest('POST', `/contracts/${id}/archive`));
    expect(await set(id, acorn)).toRefuse('EntityIsArchivedError');
    expect(await set(id, { legalEntityId: 'nobody' })).toRefuse('EntityIsArchivedError');
  });

  describe('the order of the checks', () => {
    it('access before shape, shape before existence', async () => {
      const wrong = { note: 7 };
      expect(await set('unknown', wrong, app.anonymous)).toRefuse('Unauthenticated');
      const reader = app.anonymous.as({ key: await app.a.scopedKey('contracts:read') });
      expect(await set('unknown', wrong, reader)).toRefuse('IdentityForbidden');
      expect(await setOverGraphql('unknown', { note: 'x' }, reader)).toRefuse('IdentityForbidden');
      expect(await set('unknown', wrong)).toRefuse('BadUserInput');
      const writer = app.anonymous.as({ key: await app.a.scopedKey('contracts:write') });
      expect(await set('unknown', acorn, writer)).toRefuse('ContractNotFound');
    });

    it('the state before references', async () => {
      const nobody = { legalEntityId: 'nobody' };
      const empty = newId();
      await createBilledContract(api, empty);
      await expectRejected(empty, nobody, 'NO_LINE_ITEMS');
      const bare = newId();
      await createBilledContract(api, bare, { setupBilling: false });
      await expectRejected(bare, nobody, 'NO_BILLING_CONTRACT');
      const live = newId();
      await createReadyContract(api, live, 'acorn');
      await expectOk(billingOf(api, live).publish());
      await expectRejected(live, nobody, 'CONTRACT_NOT_DRAFT');
    });
  });

  it('row 14: of many at once each field is what one of them wrote, and the totals are right in every answer', async () => {
    const id = await draft();
    const bodies = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? { note: `note ${index}` }
        : index % 3 === 1
          ? acorn
          : { legalEntityId: 'birch', paymentAccountId: 'birch-bank' },
    );
    const answers = await Promise.all(bodies.map((body) => setOk(id, body)));
    for (const { legalEntityId, paymentAccountId, total } of answers) {
      expect(total).toBe(750);
      const account = legalEntityId === null ? null : `${String(legalEntityId)}-bank`;
      expect(paymentAccountId).toBe(account);
    }
    const { note } = await kept(id);
    expect(note).toMatch(/^note (0|3|6|9)$/);
    expect((await billingOf(api, id).summary())['legalEntityId']).toMatch(/^(acorn|birch)$/);
  });

  it('catalog C10: who has read an older state is refused with If-Match', async () => {
    const id = await draft();
    const read = await api.rest('GET', `/contracts/${id}/billing/summary`);
    const etag = read.headers.get('etag') as string;
    const guarded = (body: Json) =>
      api.rest('PATCH', `/contracts/${id}/billing/settings`, body, { 'if-match': etag });
    await expectOk(guarded({ note: 'first' }));
    expect(await guarded({ note: 'second' })).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
    expect((await kept(id))['note']).toBe('first');
  });

  it.each<[string, Json]>([
    ['settings', { note: 'said', ...acorn }],
    ['settings', {}],
    ['terms', { netTerms: 45, currency: 'usd' }],
    ['terms', {}],
    ['items/seats', { rows: [{ quantity: 25, price: 30 }] }],
  ])('catalog C10: what is said again is no new state and is told nobody: %s %j', async (path, body) => {
    const id = newId();
    await createBilledContract(api, id);
    await expectOk(billingOf(api, id).add([{ ...oneLine[0], externalId: 'seats' }]));
    await expectOk(api.rest('PATCH', `/contracts/${id}/billing/${path}`, body));
    const state = async () => {
      const { headers } = await api.rest('GET', `/contracts/${id}/billing/summary`);
      return [headers.get('etag'), await expectOk<Json[]>(api.rest('GET', `/activity?entityId=${id}`))];
    };
    const before = await state();
    const answer = await api.rest('PATCH', `/contracts/${id}/billing/${path}`, body);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, before[0]]);
    expect(await state()).toEqual(before);
  });

  it('access-and-events B9: repeated with the same key it is written once', async () => {
    const id = await draft();
    const send = () =>
      api.rest(
        'PATCH',
        `/contracts/${id}/billing/settings`,
        { note: 'once' },
        { 'idempotency-key': `key-${id}` },
      );
    const first = await send();
    await setOk(id, { note: 'later' });
    expect((await send()).text).toBe(first.text);
    expect((await kept(id))['note']).toBe('later');
  });
});

describe('the rate of billing settings', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ rateLimits: true });
  });
  afterAll(() => app.close());

  it('row 13: the 31st call in a minute for one contract, whatever else was done to it', async () => {
    const { api } = app.a;
    await createCustomer(api, 'buyer', { billingCurrency: 'usd' });
    for (const contractId of ['busy', 'calm']) {
      await expectOk(api.rest('POST', '/contracts', { customerId: 'buyer', contractId }));
      await expectOk(billingOf(api, contractId).add(oneLine));
    }
    for (let call = 1; call <= 30; call++) {
      await expectOk(billingOf(api, 'busy').settings({ note: `call ${call}` }));
    }
    const refused = await billingOf(api, 'busy').settings({ note: 'one more' });
    expect(refused).toRefuse('RateLimitExceeded', /contract-settings:busy/);
    // The shape comes before the contract's rate, its existence after.
    expect(await billingOf(api, 'busy').settings({ note: 7 })).toRefuse('BadUserInput');
    await expectOk(billingOf(api, 'calm').settings({ note: 'another contract' }));
    await expectOk(billingOf(api, 'busy').terms({ netTerms: 30 }));
    app.clock.advance({ minutes: 1 });
    await expectOk(billingOf(api, 'busy').settings({ note: 'a minute later' }));
  });
});
