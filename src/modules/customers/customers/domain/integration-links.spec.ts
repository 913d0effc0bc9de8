import { isChangedThere, linksOf, linksWith, requireKnown } from './integration-links';

// Domain: customers-subscriptions
describe('what a customer is linked to', () => {
  const crm = { id: 'crm', vendorIdentifier: 'SALESFORCE', syncedEntityId: '001' } as const;
  it('U9: is one of each vendor', () => {
    const mail = { id: 'mail', vendorIdentifier: 'HUBSPOT', syncedEntityId: null } as const;
    expect(linksOf([crm, mail])).toEqual([crm, mail]);
    expect(linksOf([])).toBeNull();
    expect(() => linksOf([crm, { ...crm, syncedEntityId: '002' }])).toThrow(
      expect.objectContaining({ code: 'DuplicateIntegrationNotAllowed' }),
    );
  });

  it('U9: is connected with the environment, under that id and of that vendor', () => {
    expect(() => requireKnown(crm, [crm])).not.toThrow();
    expect(() => requireKnown({ ...crm, id: 'other' }, [crm])).toThrow(
      expect.objectContaining({ code: 'IntegrationNotFound' }),
    );
    const asked = { id: 'crm', vendorIdentifier: 'HUBSPOT' } as const;
    expect(() => requireKnown(asked, [crm])).toThrow(
      expect.objectContaining({ code: 'UnsupportedVendorIdentifier' }),
    );
    const mail = { id: 'mail', vendorIdentifier: 'HUBSPOT' } as const;
    expect(() => requireKnown(asked, [crm, mail])).toThrow(expect.objectContaining({ code: 'BadUserInput' }));
  });

  it('U11: is added to what it was, in the place of the former one of the vendor', () => {
    const mail = { id: 'mail', vendorIdentifier: 'HUBSPOT', syncedEntityId: '1' } as const;
    const other = { ...crm, syncedEntityId: '002' };
    expect(linksWith(null, [])).toBeNull();
    expect(linksWith(null, [crm])).toEqual([crm]);
    expect(linksWith([crm, mail], [other])).toEqual([mail, other]);
  });

  it('U9: is another customer there once it had one, and not with its first', () => {
    const [unknown, other] = [
      { ...crm, syncedEntityId: null },
      { ...crm, syncedEntityId: '002' },
    ];
    const isChanged = (before: typeof crm | null, after: typeof crm | typeof other | typeof unknown | null) =>
      isChangedThere('SALESFORCE', before && [before], after && [after]);
    expect(isChanged(null, crm)).toBe(false);
    expect(isChangedThere('SALESFORCE', [unknown], [crm])).toBe(false);
    expect(isChanged(crm, crm)).toBe(false);
    expect(isChanged(crm, other)).toBe(true);
    expect(isChanged(crm, unknown)).toBe(true);
    expect(isChanged(crm, null)).toBe(true);
  });
});
