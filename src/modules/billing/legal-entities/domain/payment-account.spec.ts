import { LegalEntity } from './legal-entity';
import { PaymentAccount, requireRoomForAccount, type PaymentAccountChanges } from './payment-account';

// Domain: contracts-billing

const now = new Date('2026-03-01T00:00:00.000Z');
const entity = LegalEntity.create({ id: 'acme-eu', name: 'Acme Europe' }, now);
const account = (more: PaymentAccountChanges = {}): PaymentAccount =>
  PaymentAccount.create(entity, { id: 'main', name: 'Main', ...more }, now);
const refusal = (code: string, message = /main/): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('a payment account', () => {
  it('E2: belongs to its entity and begins active, with nothing but a name', () => {
    const owner = { legalEntityUid: entity.uid, legalEntityId: 'acme-eu' };
    expect(account()).toMatchObject({ ...owner, status: 'ACTIVE', iban: null, accountNumber: null });
  });

  it('keeps IBAN and BIC without blanks and in upper case, other numbers as they are written', () => {
    const given = {
      iban: 'nl91 abna 0417 1643 00',
      bic: 'abnanl2a',
      accountNumber: '12-34 56',
      routingNumber: 'a 1',
    };
    expect(account(given)).toMatchObject({
      ...{ iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', accountNumber: '12-34 56', routingNumber: 'a 1' },
    });
  });

  it('what is absent stays, null clears', () => {
    const main = account({ iban: 'NL91ABNA0417164300', bankName: 'Bank' });
    main.change({ bankName: undefined, currency: 'eur', iban: null, accountNumber: '1' });
    expect(main).toMatchObject({ bankName: 'Bank', currency: 'eur', iban: null, accountNumber: '1' });
  });

  it('archived, it takes no change, and returns once', () => {
    const main = account();
    main.archive();
    expect(() => main.change({ name: 'x' })).toThrow(refusal('EntityIsArchivedError'));
    expect(() => main.archive()).toThrow(refusal('EntityIsArchivedError'));
    main.unarchive();
    expect(main.status).toBe('ACTIVE');
    expect(() => main.unarchive()).toThrow(refusal('BadUserInput'));
  });

  it('E2: an entity has at most 50', () => {
    expect(() => requireRoomForAccount(49)).not.toThrow();
    expect(() => requireRoomForAccount(50)).toThrow(refusal('BadUserInput', /at most 50/));
  });
});
