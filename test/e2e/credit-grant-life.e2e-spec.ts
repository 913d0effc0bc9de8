import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { creditCustomer, giveCredits, grantsOf, ledgerRows, useCredits } from '../support/credits';
import { GrantDoors } from '../support/grant-doors';

// Domain: credits

describe('credit grants are', () => {
  let app: TestApp;
  let api: ApiClient;
  let doors: GrantDoors;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    doors = new GrantDoors(app, api);
    await creditCustomer(api);
  });

  describe('updated', () => {
    it('G6: changes what it names and keeps the rest', async () => {
      const { id } = await giveCredits(api, { comment: 'before', metadata: { a: '1', b: '2' } });
      const before = await doors.told(id);
      app.clock.advance({ minutes: 1 });
      const now = app.clock.now().toISOString();
      const terms = { displayName: 'After', priority: 3, expireAt: doors.inHours(5), comment: 'after' };
      const changed = await expectOk(doors.change(id, { ...terms, metadata: { a: '', c: '3' } }));
      const expected = { ...before, ...terms, metadata: { b: '2', c: '3' }, updatedAt: now };
      expect(changed).toEqual(expected);
      expect(await doors.told(id)).toEqual(expected);
      expect(await expectOk(doors.changeByGraphql(id, { expireAt: null, comment: null }))).toEqual({
        ...expected,
        ...{ expireAt: null, comment: null },
      });
      expect(await expectOk(doors.change(id, { comment: '' }))).toMatchObject({ comment: null });
    });

    it('G6: stands in the ledger with an amount of 0, and nowhere where nothing changes', async () => {
      const { id } = await giveCredits(api);
      await expectOk(doors.change(id, { priority: 3 }));
      await expectOk(doors.change(id, { priority: 3, displayName: 'Given' }));
      await expectOk(doors.change(id, {}));
      expect(await ledgerRows(api)).toEqual(['GRANTED Given 100 → 100', 'UPDATED Given 0 → 100']);
    });

    it('G6, N2: decides from then on what is drawn from first', async () => {
      const first = await giveCredits(api, { displayName: 'first', amount: 10 });
      await giveCredits(api, { displayName: 'second', amount: 10, priority: 11 });
      await useCredits(api, 4);
      await expectOk(doors.change(first['id'], { priority: 12 }));
      await useCredits(api, 4);
      expect((await ledgerRows(api)).filter((row) => row.startsWith('CONSUMED'))).toEqual([
        'CONSUMED first -4 → 16',
        'CONSUMED second -4 → 12',
      ]);
    });

    it('G6: amounts, spans and owners never change', async () => {
      const { id } = await giveCredits(api);
      for (const field of ['amount', 'effectiveAt', 'grantType', 'currencyId', 'customerId', 'cost'])
        expect(await doors.change(id, { [field]: null })).toRefuse('BadUserInput', new RegExp(field));
      expect((await doors.changeByGraphql(id, { amount: 1 })).errors[0]?.message).toMatch(/amount/);
    });

    it('G6: the end of an expired one is CannotUpdateExpireAtForExpiredCreditGrantError; the rest may change', async () => {
      const { id } = await giveCredits(api, { expireAt: doors.inHours(1) });
      app.clock.advance({ hours: 1 });
      const code = 'CannotUpdateExpireAtForExpiredCreditGrantError';
      await doors.refuseToChange(id, { expireAt: doors.inHours(1) }, code, /expireAt/);
      await doors.refuseToChange(id, { expireAt: null }, code, /expireAt/);
      expect(await expectOk(doors.change(id, { comment: 'gone' }))).toMatchObject({
        ...{ comment: 'gone', status: 'EXPIRED' },
      });
    });

    it('G6: the end lies after the begin and ahead', async () => {
      const { id } = await giveCredits(api, { effectiveAt: doors.inHours(-2) });
      const scheduled = await giveCredits(api, { effectiveAt: doors.inHours(2) });
      const code = 'ExpireAtMustBeLaterThanEffectiveAtError';
      await doors.refuseToChange(scheduled['id'], { expireAt: doors.inHours(2) }, code, /expireAt/);
      await doors.refuseToChange(id, { expireAt: doors.inHours(-2) }, code, /expireAt/);
      await doors.refuseToChange(id, { expireAt: doors.inHours(-1) }, 'BadUserInput', /expireAt/);
      await doors.refuseToChange(id, { expireAt: doors.inHours(0) }, 'BadUserInput', /expireAt/);
    });

    it('G6: the end of a voided one stays; an overdraft is changed by nobody', async () => {
      const { id } = await giveCredits(api, { expireAt: doors.inHours(1) });
      await expectOk(doors.void(id));
      await doors.refuseToChange(id, { expireAt: doors.inHours(2) }, 'BadUserInput', /expireAt.*voided/);
      app.clock.advance({ hours: 3 });
      await doors.refuseToChange(id, { expireAt: doors.inHours(1) }, 'BadUserInput', /expireAt.*voided/);
      await useCredits(api, 5);
      const overdraft = (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      await doors.refuseToChange(overdraft?.['id'], { comment: 'x' }, 'BadUserInput', /overdraft/);
    });

    it('G6: refuses what no grant may be', async () => {
      const { id } = await giveCredits(api);
      const before = await doors.told(id);
      await doors.refuseToChange(id, { displayName: '' }, 'BadUserInput', /displayName/);
      await doors.refuseToChange(id, { comment: 'x'.repeat(201) }, 'BadUserInput', /comment/);
      await doors.refuseToChange(id, { priority: -1 }, 'BadUserInput', /priority/);
      await doors.refuseToChange(id, { metadata: { a: 1 } }, 'InvalidMetadataError', /metadata/);
      await doors.refuseToChange(
        id,
        { metadata: { a: 'x'.repeat(501) } },
        'InvalidMetadataError',
        /metadata/,
      );
      await doors.refuseToChange('nothing', { priority: 1 }, 'CreditGrantNotFound', /nothing/);
      expect(await doors.told(id)).toEqual(before);
    });

    it('G6: one that is used up can be used no more, however long it lasts', async () => {
      const { id } = await giveCredits(api, { amount: 3, expireAt: doors.inHours(1) });
      await useCredits(api, 3);
      await expectOk(doors.change(id, { expireAt: null }));
      await expectOk(doors.change(id, { expireAt: doors.inHours(2) }));
      app.clock.advance({ hours: 2 });
      expect(await doors.told(id)).toMatchObject({ status: 'EXPIRED', consumedAmount: 3 });
      expect((await useCredits(api, 1))['credit']).toMatchObject({ usageLimit: 0, currentUsage: 1 });
    });

    it('catalog C10: with If-Match only from the state that it names', async () => {
      const created = await doors.give();
      const { id } = (created.body as { data: Json }).data;
      const tag = { 'if-match': String(created.headers.get('etag')) };
      const changed = await doors.change(id, { priority: 1 }, tag);
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.any(String)]);
      expect(await doors.change(id, { priority: 2 }, tag)).toRefuse(
        'ObjectAlreadyBeingUsedByAnotherRequestError',
        /If-Match/,
      );
      const next = { 'if-match': String(changed.headers.get('etag')) };
      expect(await expectOk(doors.change(id, { priority: 3 }, next))).toMatchObject({ priority: 3 });
    });
  });

  describe('voided', () => {
    it('G5: what is left is lost, what was used stays used', async () => {
      const { id } = await giveCredits(api);
      await useCredits(api, 30);
      const now = app.clock.now().toISOString();
      const told = { status: 'VOIDED', amount: 100, consumedAmount: 30, voidedAt: now };
      expect(await expectOk(doors.void(id))).toMatchObject(told);
      expect(await doors.told(id)).toMatchObject(told);
      expect((await ledgerRows(api)).at(-1)).toBe('VOIDED Given -70 → 0');
      expect((await useCredits(api, 5))['credit']).toMatchObject({ usageLimit: 0, currentUsage: 5 });
    });

    it('G5: a scheduled one never begins', async () => {
      const { id } = await giveCredits(api, { effectiveAt: doors.inHours(1) });
      expect(await expectOk(doors.voidByGraphql(id))).toMatchObject({ status: 'VOIDED' });
      app.clock.advance({ hours: 2 });
      expect(await doors.told(id)).toMatchObject({ status: 'VOIDED' });
      expect(await ledgerRows(api)).toEqual(['VOIDED Given 0 → 0']);
    });

    it('G5: voided ones are CreditGrantAlreadyVoided', async () => {
      const { id } = await giveCredits(api);
      await expectOk(doors.void(id));
      await doors.refuseToVoid(id, 'CreditGrantAlreadyVoided', new RegExp(String(id)));
      expect(await ledgerRows(api)).toHaveLength(2);
    });

    it('G5: expired ones and overdrafts are CreditGrantCannotBeVoided', async () => {
      const { id } = await giveCredits(api, { amount: 3, expireAt: doors.inHours(1) });
      app.clock.advance({ hours: 1 });
      await doors.refuseToVoid(id, 'CreditGrantCannotBeVoided', /expired/);
      await useCredits(api, 5);
      const overdraft = async () => (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      await doors.refuseToVoid((await overdraft())?.['id'], 'CreditGrantCannotBeVoided', /overdraft/);
      await giveCredits(api, { amount: 5 });
      await doors.refuseToVoid((await overdraft())?.['id'], 'CreditGrantCannotBeVoided', /overdraft/);
    });

    it('G5: unknown ones are CreditGrantNotFound', async () => {
      await doors.refuseToVoid('nothing', 'CreditGrantNotFound', /nothing/);
    });

    it('G5: of many who void at once one does', async () => {
      const { id } = await giveCredits(api);
      const answers = await Promise.all(Array.from({ length: 12 }, () => doors.void(id)));
      const codes = answers.map(({ status, body }) => (status < 300 ? 'voided' : (body as Json)['code']));
      expect(codes.filter((code) => code === 'voided')).toHaveLength(1);
      expect(codes.filter((code) => code === 'CreditGrantAlreadyVoided')).toHaveLength(11);
      expect(await ledgerRows(api)).toEqual(['GRANTED Given 100 → 100', 'VOIDED Given -100 → 0']);
    });
  });
});
