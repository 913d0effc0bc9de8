import { setImmediate as pass } from 'node:timers/promises';
import { eachAtOnce } from './at-once';

describe('work on each of a list', () => {
  const list = Array.from({ length: 20 }, (_, index) => index);

  it('is begun in its order, so many at once and no more', async () => {
    const begun: number[] = [];
    let [running, most] = [0, 0];
    await eachAtOnce(list, 3, async (each) => {
      begun.push(each);
      most = Math.max(most, ++running);
      for (let turns = each % 4; turns >= 0; turns--) await pass();
      running--;
    });
    expect([begun, most, running]).toEqual([list, 3, 0]);
  });

  it('has ended as a whole when one of it fails', async () => {
    const done: number[] = [];
    const work = eachAtOnce(list, 3, async (each) => {
      await pass();
      if (each === 2) throw new Error('the third');
      done.push(each);
    });
    await expect(work).rejects.toThrow('the third');
    expect(done).toEqual(list.filter((each) => each !== 2));
  });

  it('of nothing is nothing', async () => {
    await eachAtOnce([], 3, () => Promise.reject(new Error('of nothing')));
  });
});
