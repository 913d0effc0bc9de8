import { Neighbours } from './neighbours';

describe('neighbours', () => {
  it('are there from the first that is heard of them until their beats have stopped for three seconds', () => {
    const neighbours = new Neighbours();
    expect(neighbours.areThere(0)).toBe(false);
    neighbours.observe([['a', 7]], 0);
    expect(neighbours.areThere(0)).toBe(true);
    neighbours.observe([['a', 7]], 2900);
    expect(neighbours.areThere(2999)).toBe(true);
    expect(neighbours.areThere(3000)).toBe(false);
    neighbours.observe([['a', 8]], 9000);
    expect(neighbours.areThere(9001)).toBe(true);
  });

  it('who left is there until its silence is over: it may have written just before', () => {
    const neighbours = new Neighbours();
    neighbours.observe([['a', 1]], 0);
    neighbours.observe([], 1000);
    expect(neighbours.areThere(2999)).toBe(true);
    neighbours.observe([], 3500);
    expect(neighbours.areThere(3500)).toBe(false);
  });

  it('a killed process that left its row behind is a neighbour until it has been silent before our eyes', () => {
    const neighbours = new Neighbours();
    for (let at = 0; at <= 5000; at += 100) neighbours.observe([['killed', 41]], at);
    expect(neighbours.areThere(5000)).toBe(false);
  });

  it('a write of somebody who does not beat counts as one for a minute', () => {
    const neighbours = new Neighbours();
    neighbours.hearStranger(1000);
    expect(neighbours.areThere(60_999)).toBe(true);
    expect(neighbours.areThere(61_000)).toBe(false);
  });
});
