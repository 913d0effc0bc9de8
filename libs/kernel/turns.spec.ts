import { inBatches, mapInTurns, nextTurn, Turn } from './turns';

describe('work in turns', () => {
  it('maps as Array.map does, in order', async () => {
    expect(await mapInTurns([3, 1, 2], (each, index) => [each, index])).toEqual([
      [3, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(await mapInTurns([], () => 1)).toEqual([]);
  });

  it('gives the loop back when a turn is over, and not before', async () => {
    // A machine that is busy elsewhere may let any turn pass between two lines.
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    let isServed = false;
    setImmediate(() => (isServed = true));
    const turn = new Turn();
    await turn.pause();
    expect(isServed).toBe(false);
    now += 15;
    await turn.pause();
    expect(isServed).toBe(true);
    expect(turn.isOver).toBe(false);
    clock.mockRestore();
  });

  it('serves others between two pieces of work that are both long', async () => {
    const order: string[] = [];
    const long = async (name: string): Promise<void> => {
      for (let round = 0; round < 2; round++) {
        await nextTurn();
        order.push(name);
        setImmediate(() => order.push('other'));
      }
    };
    await Promise.all([long('a'), long('b')]);
    expect(order.join(' ')).not.toMatch(/a b|b a|a a|b b/);
  });

  it('a refusal in the middle ends the work', async () => {
    const refuse = (each: number): number => {
      if (each === 2) throw new Error('two');
      return each;
    };
    await expect(mapInTurns([1, 2, 3], refuse)).rejects.toThrow('two');
  });

  it('batches hold each element once', () => {
    const many = Array.from({ length: 2500 }, (_, n) => n);
    const batches = [...inBatches(many)];
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(batches.flat()).toEqual(many);
    expect([...inBatches([])]).toEqual([]);
  });
});
