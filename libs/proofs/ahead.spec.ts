import { partsAhead } from './ahead';

describe('the parts of a chain', () => {
  const asked: [number, number][] = [];
  const read = async (first: number, last: number): Promise<number[]> => {
    asked.push([first, last]);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  };
  beforeEach(() => asked.splice(0));

  it('come whole and in their order, each asked for while the one before it is gone through', async () => {
    const places: number[] = [];
    const seen: number[] = [];
    for await (const part of partsAhead({ first: 4, last: 11, size: 3 }, read, async (place) => {
      places.push(place);
    })) {
      seen.push(...part);
      if (part[0] === 4)
        expect(asked).toEqual([
          [4, 6],
          [7, 9],
        ]);
    }
    expect(seen).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(places).toEqual([4, 7, 10]);
    expect(asked.at(-1)).toEqual([10, 11]);
  });

  it('end where whoever is asked between them throws, and nothing is left that fails unheard', async () => {
    const failing = (first: number): Promise<number[]> =>
      first === 1 ? read(1, 1) : Promise.reject(new Error('away'));
    const going = async (): Promise<void> => {
      for await (const part of partsAhead({ first: 1, last: 3, size: 1 }, failing, async (place) => {
        if (place === 2) throw new Error('ending');
      }))
        expect(part).toEqual([1]);
    };
    await expect(going()).rejects.toThrow('ending');
  });
});
