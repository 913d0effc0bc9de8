import { badInput, DomainError } from './domain-error';
import { eachPlaced } from './placed';

const even = (n: number): number => {
  if (n % 2 !== 0) throw new DomainError('DuplicatedEntityNotAllowed', `${n} is odd`, { isDefinite: false });
  return n / 2;
};

describe('requests that are made together', () => {
  it('are answered in their order', async () => {
    expect(await eachPlaced([{ asked: 4 }, { asked: 2, at: 'b' }], even)).toEqual([2, 1]);
    expect(await eachPlaced([{ asked: 6 }], async (n) => even(n))).toEqual([3]);
  });

  it('tell where the first refusal comes from, and everything else about it as it was', async () => {
    const several = [2, 3, 5].map((asked, index) => ({ asked, at: `numbers[${index}]` }));
    await expect(eachPlaced(several, even)).rejects.toMatchObject({
      code: 'DuplicatedEntityNotAllowed',
      message: 'numbers[1]: 3 is odd',
      isDefinite: false,
    });
  });

  it('tell a single one as it is', async () => {
    await expect(eachPlaced([{ asked: 3 }], even)).rejects.toThrow(/^3 is odd$/);
  });

  it('pass on what is no refusal', async () => {
    const bug = new Error('a bug');
    await expect(eachPlaced([{ asked: 1, at: 'a' }], () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

it('a refusal in other words keeps its code and its reason', () => {
  const refusal = badInput('name is missing').reworded('elements[0].name is missing');
  expect(refusal).toMatchObject({
    code: 'BadUserInput',
    message: 'elements[0].name is missing',
    status: 400,
  });
});
