import type { Environment } from '#libs/config/env';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { SystemClock } from '#libs/kernel/clock';
import type { Database } from '#libs/persistence/database';
import type { DatabaseFaults } from '#libs/persistence/database-faults';
import type { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { Metrics } from '#libs/telemetry/metrics';
import { MuteServer } from '../../test/support/mute-server';
import { ChangeFeed } from './change-feed';

describe('a feed whose database is silent', () => {
  let mute: MuteServer;
  let feed: ChangeFeed;
  const note = jest.fn();

  beforeEach(async () => {
    mute = await MuteServer.start();
    feed = new ChangeFeed(
      { value: mute.url },
      {} as Environment,
      { onCommit: () => undefined } as unknown as UnitOfWork,
      { note } as unknown as DatabaseFaults,
      new EnvironmentClock(new SystemClock()),
      {} as Database,
      { setChangeAgeGauge: () => undefined } as unknown as Metrics,
    );
    await feed.start();
  });
  afterEach(async () => {
    // First, so that nobody waits for a farewell.
    mute.stop();
    await feed.stop();
  });

  it('lets nobody wait for a second poll who waited behind one that found it away: they read the tables', async () => {
    note.mockClear();
    const before = mute.ends.length;
    const standings = await Promise.all([feed.renewed(), feed.renewed(), feed.renewed()]);
    expect(standings).toEqual([undefined, undefined, undefined]);
    expect(mute.ends.length - before).toBe(1);
    expect(note).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'timeout expired' }),
      'hearing of changes',
    );
  });
});
