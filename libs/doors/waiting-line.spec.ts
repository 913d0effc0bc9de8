import { LoadShedder } from './load-shedder';
import { WaitingLine } from './waiting-line';

describe('the line before the doors', () => {
  let now: number;
  let turns: (() => void)[];
  let line: WaitingLine;
  let served: string[];

  beforeEach(() => {
    now = 0;
    turns = [];
    served = [];
    line = new WaitingLine(
      () => now,
      (next) => turns.push(next),
    );
  });

  const come = (name: string, takesMs: number): void =>
    line.come(() => {
      served.push(name);
      now += takesMs;
    });
  const endTurn = (): void => turns.splice(0).forEach((next) => next());

  it('is none while a turn is short', () => {
    for (const name of ['a', 'b', 'c']) come(name, 0.5);
    expect(served).toEqual(['a', 'b', 'c']);
  });

  it('lets those wait who come late in a long turn, and serves them in their order before all who come later', () => {
    come('a', 3);
    come('b', 3);
    come('c', 0);
    expect(served).toEqual(['a']);
    endTurn();
    come('d', 0);
    expect(served).toEqual(['a', 'b']);
    endTurn();
    expect(served).toEqual(['a', 'b', 'c', 'd']);
  });

  it('serves less in a turn that took a connection', () => {
    come('a', 3);
    for (const name of ['b', 'c', 'd', 'e']) come(name, 0.2);
    line.connected();
    endTurn();
    expect(served).toEqual(['a', 'b', 'c']);
  });

  it('goes on behind one who throws', () => {
    come('a', 3);
    line.come(() => {
      throw new Error('broken');
    });
    come('b', 0);
    expect(endTurn).toThrow('broken');
    endTurn();
    expect(served).toEqual(['a', 'b']);
    expect(line.waitMs).toBe(0);
  });

  it('tells how long the first of many has waited, and nothing of a few', () => {
    come('a', 3);
    for (let many = 0; many < 128; many++) come('b', 0);
    now += 50;
    expect(line.waitMs).toBe(0);
    for (let many = 0; many < 2; many++) come('b', 0);
    expect(line.waitMs).toBe(50);
  });

  describe('with a load shedder', () => {
    const servingMs = 0.12;
    const refusingMs = 0.015;
    const connections = 1000;
    let shedder: LoadShedder;
    let waits: { dueAt: number; ms: number }[];
    let refused: number;

    beforeEach(() => {
      waits = [];
      refused = 0;
      shedder = new LoadShedder(
        30,
        () => ({ poolWaitMs: 0, loopDelayMs: 0, lineMs: line.waitMs }),
        () => now,
      );
    });

    /** Answered from memory: in and out before the next one is looked at. */
    const ask = (dueAt: number): void =>
      line.come(() => {
        const isIn = shedder.admits(line.length);
        now += isIn ? servingMs : refusingMs;
        if (isIn) waits.push({ dueAt, ms: now - dueAt });
        else refused++;
      });

    /** Turn by turn; who finds each connection in use waits for one. @param stillMs nothing is done for so long, once */
    function flood(perMs: number, untilMs: number, stillMs = 0): void {
      const answered = (): number => waits.length + refused;
      for (let sent = 0; now < untilMs;) {
        const due = Math.min(now * perMs, answered() + connections);
        for (; sent < due; sent++) ask(sent / perMs);
        now += 0.02;
        if (now > 1000) [now, stillMs] = [now + stillMs, 0];
        shedder.look();
        endTurn();
      }
    }

    it('refuses nobody while as many come as can be served', () => {
      flood(0.95 / servingMs, 4000);
      expect(refused).toBe(0);
    });

    it('refuses nobody of a thousand who come at once', () => {
      for (let many = 0; many < 1000; many++) ask(0);
      while (waits.length + refused < 1000) {
        shedder.look();
        endTurn();
      }
      expect(refused).toBe(0);
    });

    it('refuses nobody of those who came while the machine stood still, at half of what can be served', () => {
      flood(0.5 / servingMs, 3000, 200);
      expect(refused).toBe(0);
    });

    it('keeps those who are let in from waiting when three times as many come, and goes on serving', () => {
      flood(3 / servingMs, 4000);
      const sorted = waits.map(({ ms }) => ms).sort((a, b) => a - b);
      // Those who came before it was known for an overload.
      expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(200);
      const settled = waits.filter(({ dueAt }) => dueAt > 1000).map(({ ms }) => ms);
      expect(Math.max(...settled)).toBeLessThan(15);
      expect(waits.length).toBeGreaterThan((0.5 * 4000) / servingMs);
    });
  });
});
