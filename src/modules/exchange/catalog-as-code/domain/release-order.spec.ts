import { releaseOrder } from './release-order';

const order = (links: Record<string, string[]>) =>
  releaseOrder(
    Object.keys(links).map((id) => ({ id })),
    ({ id }) => links[id] ?? [],
  );
const idsOf = ({ ordered }: ReturnType<typeof order>): string[] => ordered.map(({ id }) => id);

describe('the order of a release', () => {
  it('puts what others build on before them and leaves the rest as it is', () => {
    expect(idsOf(order({ top: ['pro'], pro: ['free'], other: [], free: [] }))).toEqual([
      'free',
      'pro',
      'top',
      'other',
    ]);
    expect(idsOf(order({ b: ['gone'], a: [] }))).toEqual(['b', 'a']);
  });

  it.each([
    [{ a: ['a'] }, ['a', 'a']],
    [{ a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
  ])('tells the circle of %j', (links, circle) => {
    expect(order(links).circle).toEqual(circle);
  });
});
