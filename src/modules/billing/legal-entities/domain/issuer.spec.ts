import { issuerOf } from './issuer';
import { LegalEntity } from './legal-entity';
import { PaymentAccount } from './payment-account';

// Domain: contracts-billing

const now = new Date('2026-03-01T00:00:00.000Z');
const entity = LegalEntity.create(
  {
    id: 'acme-eu',
    name: 'Acme Europe',
    address: { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' },
    taxIds: [{ type: 'eu_vat', value: 'NL123456789B01' }],
    invoiceNumberPrefix: 'EU-',
  },
  now,
);
const account = PaymentAccount.create(entity, { id: 'main', name: 'Main', iban: 'NL91ABNA0417164300' }, now);

describe('what an invoice keeps of its issuer', () => {
  it('V3: is a copy, which no later change of entity or account reaches', () => {
    const issuer = issuerOf(entity, account);
    const kept = JSON.stringify(issuer);
    entity.change({ name: 'Other', taxIds: [], address: null });
    account.change({ iban: null });
    expect(JSON.stringify(issuer)).toBe(kept);
    expect(issuer).toMatchObject({
      legalEntityId: 'acme-eu',
      invoiceNumberPrefix: 'EU-',
      address: { city: 'Delft' },
      taxIds: [{ type: 'eu_vat', value: 'NL123456789B01' }],
      paymentAccount: { paymentAccountId: 'main', iban: 'NL91ABNA0417164300' },
    });
  });

  it('the legal name is the name where there is none, and the holder of the account where there is none', () => {
    const plain = LegalEntity.create({ id: 'plain', name: 'Plain' }, now);
    const its = PaymentAccount.create(plain, { id: 'its', name: 'Its' }, now);
    expect(issuerOf(plain, its)).toMatchObject({
      legalName: 'Plain',
      paymentAccount: { accountHolder: 'Plain' },
    });
    plain.change({ legalName: 'Plain Ltd' });
    expect(issuerOf(plain, its)).toMatchObject({ legalName: 'Plain Ltd' });
    its.change({ accountHolder: 'Plain Trust' });
    expect(issuerOf(plain, its)).toMatchObject({ paymentAccount: { accountHolder: 'Plain Trust' } });
    expect(issuerOf(plain, undefined)).toMatchObject({ paymentAccount: null });
  });

  it('T-10: an account of another entity is no account of this one', () => {
    const other = LegalEntity.create({ id: 'other', name: 'Other' }, now);
    const refusal = expect.objectContaining({ code: 'PaymentAccountNotFound' }) as Error;
    expect(() => issuerOf(other, account)).toThrow(refusal);
  });
});
