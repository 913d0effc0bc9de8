import { getMetadataStorage, validateSync } from 'class-validator';
import { Input } from './classes';
import { Int, Text } from './decorators';
import './shape.pipe';

@Input()
class KnownBase {
  @Text({ min: 1 })
  name: string;
}

@Input()
class KnownMore extends KnownBase {
  @Int({ min: 1 })
  count: number;
}

describe('rules of shapes', () => {
  const storage = getMetadataStorage();
  const rulesOf = (type: object) => storage.getTargetValidationMetadatas(type as never, '', false, false);
  const wrongIn = (shape: object) => validateSync(shape).map(({ property }) => property);

  it('are gathered once for each class', () => {
    expect(rulesOf(KnownMore)).toBe(rulesOf(KnownMore));
    expect(storage.getTargetValidationMetadatas(KnownMore, 'Around', false, false)).toBe(rulesOf(KnownMore));
    expect(storage.groupByPropertyName(rulesOf(KnownMore))).toBe(
      storage.groupByPropertyName(rulesOf(KnownMore)),
    );
  });

  it('are those of the class with all that it extends, whichever was checked first', () => {
    expect(wrongIn(Object.assign(new KnownBase(), { name: '' }))).toEqual(['name']);
    expect(wrongIn(Object.assign(new KnownMore(), { name: '', count: 0 })).sort()).toEqual(['count', 'name']);
    expect(wrongIn(Object.assign(new KnownBase(), { name: 'a' }))).toEqual([]);
  });

  it('are not remembered where they are asked for in another way', () => {
    const ofGroup = () => storage.getTargetValidationMetadatas(KnownMore, '', false, false, ['some']);
    expect(ofGroup()).not.toBe(ofGroup());
    expect(ofGroup()).not.toEqual(rulesOf(KnownMore));
  });
});
