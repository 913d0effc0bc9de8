import { LineBudget } from './line-budget';

describe('the budget of security lines', () => {
  let nowMs = 0;
  const budget = (perSource: number, perEvent: number) => new LineBudget(perSource, perEvent, () => nowMs);
  const asked = (of: LineBudget, times: number, source: string, event = 'credential.failed') =>
    Array.from({ length: times }, () => of.admits(event, source)).filter(Boolean).length;

  it('a source has so many lines a minute, and what is left out is counted with who caused it', () => {
    const lines = budget(3, 100);
    expect([asked(lines, 50, '10.0.0.1'), asked(lines, 2, '10.0.0.2')]).toEqual([3, 2]);
    expect(lines.close()).toEqual([
      { event: 'credential.failed', count: 47, most: { '10.0.0.1': 50, '10.0.0.2': 2 } },
    ]);
    expect(asked(lines, 50, '10.0.0.1')).toBe(3);
  });

  it('all sources together have so many, each event its own', () => {
    const lines = budget(3, 5);
    const many = Array.from({ length: 100 }, (_, index) => asked(lines, 1, `10.0.0.${index}`));
    expect(many.filter((count) => count > 0)).toHaveLength(5);
    expect(asked(lines, 1, 'somebody', 'limit.hit')).toBe(1);
    expect(lines.close()).toMatchObject([{ event: 'credential.failed', count: 95 }]);
  });

  it('a flood of addresses takes bounded memory, and is counted to the last', () => {
    const lines = budget(3, 5);
    for (let index = 0; index < 25_000; index++) lines.admits('credential.failed', `address-${index}`);
    const [leftOut] = lines.close();
    expect(leftOut).toMatchObject({ count: 24_995, most: { others: 15_000 } });
    expect(Object.keys(leftOut?.most ?? {})).toHaveLength(10);
  });

  it('tells when its minute is over, and nothing when nothing was left out', () => {
    const lines = budget(3, 5);
    asked(lines, 3, 'x');
    nowMs += 59_999;
    expect(lines.isOver).toBe(false);
    nowMs += 1;
    expect(lines.isOver).toBe(true);
    expect(lines.close()).toEqual([]);
  });
});
