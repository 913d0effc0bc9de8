import { Bool, ListOf, Num } from './decorators';
import { specsOf } from './property-spec';
import { readQuery } from './query';

class Asked {
  @Num({ optional: true }) share?: number;
  @Bool({ optional: true }) isWhole?: boolean;
  @ListOf({ max: 9 }, { maxItems: 9, optional: true }) ids?: string[];
}

describe('strings of a query as the types of its shape', () => {
  it.each<[object, object]>([
    [{ share: '0.5' }, { share: 0.5 }],
    [{ share: String(1e-7) }, { share: 1e-7 }],
    [{ share: '-2.5e-3' }, { share: -0.0025 }],
    [{ share: '1e5' }, { share: '1e5' }],
    [{ share: '0x10' }, { share: '0x10' }],
    [{ share: '' }, { share: '' }],
    [{ isWhole: 'true' }, { isWhole: true }],
    [{ isWhole: 'TRUE' }, { isWhole: true }],
    [{ isWhole: 'False' }, { isWhole: false }],
    [{ isWhole: 'yes' }, { isWhole: 'yes' }],
    [{ ids: 'a,b' }, { ids: ['a', 'b'] }],
    [{ ids: ['a', 'b,c'] }, { ids: ['a', 'b', 'c'] }],
  ])('%j is %j', (raw, read) => {
    expect(readQuery(specsOf(Asked), raw)).toEqual(read);
  });
});
