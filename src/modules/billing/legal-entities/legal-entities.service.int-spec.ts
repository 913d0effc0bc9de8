import { newContext, runInContext } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk } from '../../../../test/support/client';
import { LegalEntitiesService } from './legal-entities.service';

// Domain: contracts-billing

const path = '/contracts/legal-entities';

describe('legal entities, for the modules above', () => {
  let app: TestApp;
  let entities: LegalEntitiesService;

  beforeAll(async () => {
    app = await createTestApp();
    entities = app.nest.get(LegalEntitiesService);
    for (const id of ['acme', 'other']) {
      await expectOk(app.a.api.rest('POST', path, { id, name: `Company ${id}` }));
      const account = { id: `${id}-main`, name: 'Main', iban: 'NL91ABNA0417164300' };
      await expectOk(app.a.api.rest('POST', `${path}/${id}/payment-accounts`, account));
    }
    await expectOk(app.b.api.rest('POST', path, { id: 'foreign', name: 'Foreign' }));
    await expectOk(app.b.api.rest('POST', `${path}/foreign/payment-accounts`, { id: 'far', name: 'Far' }));
  });
  afterAll(() => app.close());

  /** As a use case of an upper module, in a transaction of its own. */
  const within = <T>(work: () => Promise<T>): Promise<T> => {
    const { environmentId, accountId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    const context = { ...newContext('test', 'WORKER'), principal, useCase: 'test' };
    return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
  };
  const reasonOf = (work: () => Promise<unknown>): Promise<unknown> =>
    within(work).then(
      () => undefined,
      (reason: unknown) => reason,
    );

  it('S2: an entity is found with its accounts, an account by itself; unknown and foreign ones are not', async () => {
    const found = await within(() => entities.find('acme'));
    expect(found?.entity).toMatchObject({ id: 'acme', status: 'ACTIVE' });
    expect(found?.accounts.map(({ id }) => id)).toEqual(['acme-main']);
    expect(await within(() => entities.findAccount('other-main'))).toMatchObject({ legalEntityId: 'other' });
    expect(await within(() => entities.find('foreign'))).toBeUndefined();
    expect(await within(() => entities.findAccount('far'))).toBeUndefined();
  });

  it('V12: who sells where nobody is chosen is found by itself, and nobody else is read for it', async () => {
    const query = jest.spyOn(app.nest.get(Database), 'query');
    const found = await within(() => entities.findDefault());
    const reads = query.mock.calls
      .map(([text]) => text)
      .filter((text) => /legal_entity|payment_account/.test(text));
    query.mockRestore();
    expect(found).toEqual({ id: 'acme', uid: expect.any(String) as string });
    expect(reads).toEqual([expect.stringContaining('is_default') as string]);
  });

  it('V3: an archived entity and account are still told to what was issued with them', async () => {
    const place = `${path}/other`;
    await expectOk(app.a.api.rest('POST', `${place}/payment-accounts/other-main/archive`));
    await expectOk(app.a.api.rest('POST', `${place}/archive`));
    expect(await within(() => entities.snapshotFor('other', 'other-main'))).toMatchObject({
      legalName: 'Company other',
      paymentAccount: { accountHolder: 'Company other', iban: 'NL91ABNA0417164300' },
    });
    expect(await within(() => entities.snapshotFor('acme', null))).toMatchObject({ paymentAccount: null });
  });

  it('T-09, T-10: nothing is told of what is unknown, foreign or of another entity', async () => {
    const snapshot = (entity: string, account: string) =>
      reasonOf(() => entities.snapshotFor(entity, account));
    expect(await snapshot('foreign', 'far')).toRefuse('LegalEntityNotFound');
    expect(await snapshot('acme', 'far')).toRefuse('PaymentAccountNotFound');
    expect(await snapshot('acme', 'other-main')).toRefuse(
      'PaymentAccountNotFound',
      /none of legal entity acme/,
    );
  });
});
