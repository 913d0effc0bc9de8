import { LegalEntity, requireRoomForEntity } from './legal-entity';

// Domain: contracts-billing

const now = new Date('2026-03-01T00:00:00.000Z');
const entity = (id = 'acme-eu'): LegalEntity => LegalEntity.create({ id, name: 'Acme Europe' }, now);
const refusal = (code: string, message = /acme-eu/): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('a legal entity', () => {
  it('E2: is active, and nobody’s default until it is made that', () => {
    expect(entity()).toMatchObject({ status: 'ACTIVE', isDefault: false, taxIds: [], address: null });
  });

  it('what is absent stays, null clears, address and tax ids are replaced as a whole', () => {
    const acme = entity();
    const address = { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' };
    acme.change({
      address: { ...address, line2: 'II' },
      taxIds: [{ type: 'other', value: 'A' }],
      email: 'a@b',
    });
    acme.change({ legalName: 'Acme Europe B.V.', name: undefined });
    expect(acme).toMatchObject({ name: 'Acme Europe', legalName: 'Acme Europe B.V.', email: 'a@b' });
    acme.change({ address, taxIds: [{ type: 'eu_vat', value: 'NL123456789B01' }], legalName: null });
    expect(acme.address).toEqual({ ...address, line2: null, state: null });
    expect(acme).toMatchObject({ legalName: null, taxIds: [{ type: 'eu_vat', value: 'NL123456789B01' }] });
    acme.change({ address: null, taxIds: [] });
    expect(acme).toMatchObject({ address: null, taxIds: [] });
  });

  it('R5: a refused change leaves all as it was', () => {
    const acme = entity();
    const wrong = { taxIds: [{ type: 'eu_vat', value: '1' }], name: 'x' };
    expect(() => acme.change(wrong)).toThrow(refusal('InvalidTaxId', /taxIds\[0\]/));
    expect(() => acme.change({ address: {}, name: 'x' })).toThrow(refusal('InvalidAddressError', /address/));
    expect(acme).toMatchObject({ name: 'Acme Europe', taxIds: [], address: null });
  });

  it('E2: the default does not step down by itself, and is archived only where no other can be it', () => {
    const [acme, other] = [entity(), entity('acme-us')];
    expect(() => acme.refuseToStepDown()).not.toThrow();
    expect(() => acme.requireReplaceable([acme, other])).not.toThrow();
    acme.isDefault = true;
    expect(() => acme.refuseToStepDown()).toThrow(refusal('BadUserInput', /^isDefault.*acme-eu/));
    expect(() => acme.requireReplaceable([acme, other])).toThrow(refusal('IntegrityViolation'));
    expect(() => acme.requireReplaceable([acme])).not.toThrow();
  });

  it('archived, it is no default, takes no change, and returns once', () => {
    const acme = entity();
    acme.isDefault = true;
    acme.archive();
    expect(acme).toMatchObject({ status: 'ARCHIVED', isDefault: false });
    expect(() => acme.change({ name: 'x' })).toThrow(refusal('EntityIsArchivedError'));
    expect(() => acme.archive()).toThrow(refusal('EntityIsArchivedError'));
    acme.unarchive();
    expect(acme).toMatchObject({ status: 'ACTIVE', isDefault: false });
    expect(() => acme.unarchive()).toThrow(refusal('BadUserInput'));
  });

  it('E2: an environment has at most 100', () => {
    expect(() => requireRoomForEntity(99)).not.toThrow();
    expect(() => requireRoomForEntity(100)).toThrow(refusal('BadUserInput', /at most 100/));
  });
});
