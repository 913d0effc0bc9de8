import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { Customer, type CustomerChanges } from './customer';

// Domain: customers-subscriptions

const now = new Date('2026-03-01T00:00:00.000Z');
const delft = { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' };
const cork = { line1: '12 Harbour Street', city: 'Cork', country: 'IE' };
const portland = { line1: '500 Oak Street', city: 'Portland', postalCode: '97205', country: 'US' };
const vat = { type: 'eu_vat', value: 'NL123456789B01' };
const ein = { type: 'us_ein', value: '12-3456789' };

const customer = (more: CustomerChanges = {}): Customer => Customer.create({ id: 'acorn', ...more }, now);
const refusal = (code: ErrorCode, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('whom the bills of a customer are made out to', () => {
  it('U12: is nobody’s address and no number where nothing is said', () => {
    expect(customer().billingDetails()).toEqual({ address: null, taxIds: [] });
    expect(customer({ passthrough: { stripe: {}, zuora: {} } }).billingDetails()).toEqual({
      address: null,
      taxIds: [],
    });
  });

  it.each<[string, CustomerChanges, string]>([
    ['the customer', { billingAddress: delft }, 'Delft'],
    ['stripe', {}, 'Cork'],
    ['zuora', { passthrough: { stripe: null, zuora: { billingAddress: portland } } }, 'Portland'],
    ['nobody that ships', { passthrough: { stripe: { shippingAddress: delft } } }, 'Cork'],
  ])('U12: the address of %s is taken first', (_who, change, city) => {
    const both = { stripe: { billingAddress: cork }, zuora: { billingAddress: portland } };
    const billed = customer({ passthrough: both });
    billed.change(change);
    expect(billed.billingDetails().address?.city).toBe(city);
  });

  it('U12: address and tax ids are looked for each by itself', () => {
    const billed = customer({ billingAddress: delft, passthrough: { stripe: { taxIds: [ein] } } });
    expect(billed.billingDetails()).toMatchObject({ address: { city: 'Delft' }, taxIds: [ein] });
    billed.change({ taxIds: [vat] });
    expect(billed.billingDetails().taxIds).toEqual([vat]);
    billed.change({ taxIds: [], billingAddress: null });
    expect(billed.billingDetails()).toEqual({ address: null, taxIds: [ein] });
  });

  it('U12: no provider’s tax ids are joined with those of another', () => {
    const both = { stripe: { taxIds: [ein] }, zuora: { taxIds: [vat] } };
    const billed = customer({ passthrough: both });
    expect(billed.billingDetails().taxIds).toEqual([ein]);
    billed.change({ passthrough: { stripe: { taxIds: [] } } });
    expect(billed.billingDetails().taxIds).toEqual([vat]);
  });

  it('U12, contracts-billing V3: is a copy, which no later change reaches', () => {
    const billed = customer({ billingAddress: delft, taxIds: [vat] });
    const details = billed.billingDetails();
    Object.assign(billed.billingAddress ?? {}, { city: 'Leiden' });
    Object.assign(billed.taxIds?.[0] ?? {}, { value: 'changed' });
    expect(details).toMatchObject({ address: { city: 'Delft' }, taxIds: [vat] });
  });
});

describe('what a customer says of its bills', () => {
  it('U12: what is absent stays, null clears, in passthrough too', () => {
    const told = {
      stripe: { billingAddress: cork, taxIds: [vat], customerName: 'Acorn', metadata: { a: '1' } },
    };
    const said = customer({ billingAddress: delft, taxIds: [ein], passthrough: told });
    said.change({
      passthrough: { stripe: { taxIds: null, metadata: { b: '2' } }, zuora: { metadata: { c: '3' } } },
    });
    expect(said).toMatchObject({ billingAddress: { city: 'Delft' }, taxIds: [ein] });
    expect(said.passthrough).toEqual({
      stripe: {
        billingAddress: { ...cork, line2: null, state: null, postalCode: null },
        customerName: 'Acorn',
        metadata: { a: '1', b: '2' },
      },
      zuora: { metadata: { c: '3' } },
    });
    said.change({ passthrough: { zuora: null, stripe: { billingAddress: null, customerName: '' } } });
    expect(said.passthrough).toEqual({ stripe: { metadata: { a: '1', b: '2' } } });
    said.change({ passthrough: { stripe: { metadata: { a: '', b: '' } } } });
    expect(said.passthrough).toBeNull();
    said.change({ passthrough: {}, billingAddress: null, taxIds: null });
    expect(said).toMatchObject({ passthrough: null, billingAddress: null, taxIds: null });
    said.change({ passthrough: told });
    said.change({ passthrough: null });
    expect(said.passthrough).toBeNull();
  });

  it('U12: an address is replaced as a whole', () => {
    const said = customer({ billingAddress: { ...portland, state: 'OR', line2: 'II' } });
    said.change({ billingAddress: { ...portland, line1: '1 Elm Street' } });
    expect(said.billingAddress).toEqual({ ...portland, line1: '1 Elm Street', line2: null, state: null });
  });

  it.each<[CustomerChanges, ErrorCode, RegExp]>([
    [{ billingAddress: {} }, 'InvalidAddressError', /^billingAddress\.country/],
    [{ taxIds: [vat, vat] }, 'InvalidTaxId', /^taxIds\[1\]/],
    [
      { passthrough: { stripe: { billingAddress: { ...cork, country: 'Ireland' } } } },
      'InvalidAddressError',
      /^passthrough\.stripe\.billingAddress\.country/,
    ],
    [
      { passthrough: { stripe: { shippingAddress: { ...cork, city: ' ' } } } },
      'InvalidAddressError',
      /^passthrough\.stripe\.shippingAddress\.city/,
    ],
    [
      { passthrough: { stripe: { taxIds: [{ type: 'eu_vat', value: '1' }] } } },
      'InvalidTaxId',
      /^passthrough\.stripe\.taxIds\[0\]/,
    ],
    [
      { passthrough: { zuora: { billingAddress: { ...delft, postalCode: null } } } },
      'InvalidAddressError',
      /^passthrough\.zuora\.billingAddress\.postalCode/,
    ],
  ])('U12: refuses %j, and leaves all as it was', (wrong, code, message) => {
    const said = customer({ name: 'Before', billingAddress: delft, taxIds: [ein] });
    const before = { ...said };
    const all = { billingAddress: cork, taxIds: [], name: 'After', metadata: { a: '1' }, ...wrong };
    expect(() => said.change(all)).toThrow(refusal(code, message));
    expect({ ...said }).toEqual(before);
    expect(() => customer(wrong)).toThrow(refusal(code, message));
  });

  it('catalog C6: metadata for a provider is limited as all metadata is', () => {
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${from + index}`, 'v']));
    const said = customer({ passthrough: { stripe: { metadata: many(0) } } });
    const more = { passthrough: { stripe: { metadata: many(30) } } };
    expect(() => said.change(more)).toThrow(
      refusal('InvalidMetadataError', /^passthrough\.stripe\.metadata would hold 60/),
    );
  });
});

describe('a customer that an import knows', () => {
  const row = (more: object = {}) => ({ id: 'acorn', email: null, name: null, ...more });
  const [older, newer] = [new Date('2020-01-01'), new Date('2020-01-02')];

  it('U11: has no age of its own, so every first row counts', () => {
    expect(customer().knowsAsNew(row({ updatedAt: older }))).toBe(false);
  });

  it('U11: knows rows up to the newest one, and none of no age', () => {
    const imported = customer();
    imported.takeRow(row({ updatedAt: newer, name: 'Acorn' }));
    imported.takeRow(row({ email: 'a@acorn.example' }));
    const known = [older, newer, undefined].map((updatedAt) => imported.knowsAsNew(row({ updatedAt })));
    expect(known).toEqual([true, true, false]);
    expect(imported).toMatchObject({
      importedAsOf: newer,
      updatedAt: now,
      email: 'a@acorn.example',
      name: null,
    });
  });
});
