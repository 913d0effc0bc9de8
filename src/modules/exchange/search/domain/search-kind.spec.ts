import { readableKinds, searchKinds } from './search-kind';

// Domain: access-and-events

const mayAll = () => true;
const mayCoupons = (permission: string) => permission === 'coupons:read';

describe('kinds that are looked through', () => {
  it('P3: are all that the caller may read, in the order in which they are told', () => {
    expect(readableKinds(undefined, mayAll)).toEqual(searchKinds);
    expect(readableKinds(undefined, mayCoupons)).toEqual(['COUPON', 'PROMOTION_CODE']);
    expect(readableKinds(undefined, () => false)).toEqual([]);
  });

  it('P3: are those that it names, each once', () => {
    expect(readableKinds(['INVOICE', 'CUSTOMER', 'INVOICE'], mayAll)).toEqual(['INVOICE', 'CUSTOMER']);
    expect(readableKinds([], mayAll)).toEqual([]);
  });

  it('P3: none is named that the caller may not read', () => {
    expect(() => readableKinds(['COUPON', 'INVOICE'], mayCoupons)).toThrow(
      'kinds: INVOICE needs the permission invoices:read; leave it out',
    );
  });
});
