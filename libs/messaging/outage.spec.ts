import { acrossOutages } from './outage';

const away = (): Error => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

/** Fails as often as there are errors, then returns. */
const failing = (...errors: Error[]) => {
  let turns = 0;
  return async (): Promise<number> => {
    const error = errors[turns++];
    if (error) throw error;
    return turns;
  };
};

describe('work across outages of the database', () => {
  it('begins again when the database is back', async () => {
    expect(await acrossOutages(failing(away(), away()), () => false)).toBe(3);
  });

  it('gives up at once when the fault is its own, or when the process is ending', async () => {
    await expect(acrossOutages(failing(new Error('a bug')), () => false)).rejects.toThrow('a bug');
    await expect(acrossOutages(failing(away()), () => true)).rejects.toThrow('away');
  });

  it('gives up when the process begins to end while it waits', async () => {
    let asked = 0;
    await expect(acrossOutages(failing(away()), () => ++asked > 1)).rejects.toThrow('away');
  });
});
