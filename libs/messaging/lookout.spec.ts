import { setTimeout as pause } from 'node:timers/promises';
import { Lookout } from './lookout';

describe('a lookout', () => {
  const never = 3_600_000;
  let looks: number;
  let isLooking: boolean;
  let release: () => void;
  const failures: unknown[] = [];

  const look = async (): Promise<void> => {
    expect(isLooking).toBe(false);
    isLooking = true;
    looks += 1;
    await new Promise<void>((resolve) => (release = resolve));
    isLooking = false;
  };
  const opened = (work = look, everyMs = never): Lookout =>
    new Lookout(work, everyMs, (error) => void failures.push(error));
  const turn = (): Promise<void> => pause(1);

  beforeEach(() => {
    [looks, isLooking] = [0, false];
    failures.length = 0;
  });

  it('looks once more for all who wake it while it looks, and never twice at once', async () => {
    const lookout = opened();
    for (let times = 0; times < 3; times++) lookout.wake();
    expect(looks).toBe(1);
    for (let times = 0; times < 3; times++) lookout.wake();
    release();
    await turn();
    expect(looks).toBe(2);
    release();
    await turn();
    expect(looks).toBe(2);
  });

  it('looks when it is started, every so often, and not twice for two starts', async () => {
    const lookout = opened(async () => void (looks += 1), 5);
    lookout.start();
    lookout.start();
    expect([looks, lookout.isRunning]).toEqual([1, true]);
    await pause(60);
    expect(looks).toBeGreaterThan(2);
    await lookout.stop();
  });

  it('is over when the last look is, looks no more, and may be started again', async () => {
    const lookout = opened();
    lookout.start();
    lookout.wake();
    let isOver = false;
    const stopped = lookout.stop().then(() => (isOver = true));
    await turn();
    expect([isOver, lookout.isStopping]).toEqual([false, true]);
    release();
    await stopped;
    lookout.wake();
    await turn();
    expect(looks).toBe(1);
    lookout.start();
    expect(looks).toBe(2);
    release();
    await lookout.stop();
  });

  it('tells of a look that failed, and looks again when it is woken', async () => {
    const lookout = opened(() => Promise.reject(new Error(`look ${++looks}`)));
    lookout.wake();
    await turn();
    lookout.wake();
    await turn();
    expect(failures.map((error) => (error as Error).message)).toEqual(['look 1', 'look 2']);
  });
});
