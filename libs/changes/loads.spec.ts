import { Loads, type Load } from './loads';

// Domain: entitlements-usage

describe('reads that are out', () => {
  it('G9: are true of what did not change meanwhile', async () => {
    const loads = new Loads();
    loads.changed('before');
    const during = await loads.during((load) => {
      loads.changed('meanwhile');
      return Promise.resolve(['before', 'meanwhile', 'other'].map((subject) => load.isTrueOf(subject)));
    });
    expect(during).toEqual([true, false, true]);
  });

  it('G9: are true of nothing when it is not known what changed', async () => {
    const loads = new Loads();
    const isTrue = await loads.during((load) => {
      loads.lost();
      return Promise.resolve(load.isTrueOf('any'));
    });
    expect(isTrue).toBe(false);
  });

  it('G9: are each told, and not any more when they are over, also by a fault', async () => {
    const loads = new Loads();
    const known: Load[] = [];
    await loads
      .during((load) => {
        known.push(load);
        return Promise.reject(new Error('away'));
      })
      .catch(() => undefined);
    loads.changed('later');
    expect(known.map((load) => load.isTrueOf('later'))).toEqual([true]);
  });
});
