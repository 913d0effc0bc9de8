import { OpenParts, StartInterrupted } from './open-parts';

describe('open parts', () => {
  let parts: OpenParts;
  let closed: string[];
  const add = (name: string): void => parts.add(name, async () => void closed.push(name));
  beforeEach(() => {
    parts = new OpenParts();
    closed = [];
  });

  it('are closed in the other order, once', async () => {
    for (const name of ['database', 'pool', 'app']) add(name);
    expect(await parts.close(1000, 500)).toEqual(new Map());
    await parts.close(1000, 500);
    expect(closed).toEqual(['app', 'pool', 'database']);
  });

  it('one that fails or hangs is told by name and keeps no other from being closed', async () => {
    add('database');
    parts.add('pool', () => new Promise(() => undefined));
    parts.add('windows', () => Promise.reject(new Error('a fault')));
    const wrong = await parts.close(0, 0);
    expect(closed).toEqual(['database']);
    expect([...wrong.keys()]).toEqual(['windows', 'pool']);
  });

  it('the one that was opened first has the time that is reserved for it', async () => {
    const told: number[] = [];
    parts.add('database', async (graceMs) => void told.push(graceMs));
    parts.add('app', async (graceMs) => void told.push(graceMs));
    await parts.close(100_000, 30_000);
    expect(told[0]).toBeLessThanOrEqual(70_000);
    expect(told[1]).toBeGreaterThan(80_000);
  });

  it('what is opened after an interruption ends the start, and is closed', async () => {
    parts.interrupt();
    expect(() => add('late')).toThrow(StartInterrupted);
    await parts.close(1000, 0);
    expect(closed).toEqual(['late']);
  });
});
