import { keyApart, namedBy, noResource, placesElsewhere, placesHere } from './report-key';

// Domain: entitlements-usage

const ofCustomer = { customerUid: 'c', resourceKey: '', featureUid: 'f', idempotencyKey: 'k' };
const naming = { ...ofCustomer, namedResourceUid: 'r' };
const ofResource = { ...ofCustomer, resourceKey: 'r' };

describe('A5: under which keys a report may have been counted', () => {
  it('is of the resource that it names, wherever that counts', () => {
    expect([ofCustomer, naming, ofResource].map(namedBy)).toEqual([noResource, 'r', 'r']);
  });

  it('where it counts: as it is, and of a customer also apart from those of other resources', () => {
    expect(placesHere(ofResource).map(({ storedKey }) => storedKey)).toEqual(['k']);
    expect(placesHere(naming).map(({ storedKey }) => storedKey)).toEqual(['k', keyApart('k', 'r')]);
    expect(placesHere(ofCustomer).map(({ storedKey }) => storedKey)).toEqual([
      'k',
      keyApart('k', noResource),
    ]);
  });

  it('of the resource, where it counts for the customer', () => {
    expect(placesElsewhere(naming)).toEqual([{ resourceKey: 'r', storedKey: 'k', namedResourceUid: null }]);
  });

  it('of the customer, where it counts for the resource, of reports that named it', () => {
    expect(placesElsewhere(ofResource)).toEqual([
      { resourceKey: '', storedKey: 'k', namedResourceUid: 'r' },
      { resourceKey: '', storedKey: keyApart('k', 'r'), namedResourceUid: null },
    ]);
  });

  it('nowhere else where it names none, and nowhere without a key', () => {
    expect(placesElsewhere(ofCustomer)).toEqual([]);
    for (const each of [ofCustomer, naming, ofResource]) {
      const unkeyed = { ...each, idempotencyKey: null };
      expect([...placesHere(unkeyed), ...placesElsewhere(unkeyed)]).toEqual([]);
    }
  });

  it('one that is stored apart is no key that a client may choose', () => {
    expect(keyApart('k', noResource).length).toBeGreaterThan(255);
    expect(keyApart('k', noResource).slice(256)).toBe('k');
  });
});
