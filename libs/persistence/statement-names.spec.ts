import { StatementNames } from './statement-names';

describe('names of statements', () => {
  it('are told by the text alone, and short enough that PostgreSQL cuts none', () => {
    const text = 'select uid from product where environment_id = $1';
    const name = new StatementNames().of(text);
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(new StatementNames().of(text)).toBe(name);
    expect(new StatementNames().of(`${text} for update`)).not.toBe(name);
  });

  it('are no more than a session can keep: what comes after the first 2000 texts has none', () => {
    const names = new StatementNames();
    const told = Array.from({ length: 2001 }, (_, place) => names.of(`select ${place}`));
    expect(new Set(told.slice(0, 2000)).size).toBe(2000);
    expect(told[2000]).toBeUndefined();
    expect(names.of('select 7')).toBe(told[7]);
  });

  it.each([
    ['select uid from product where environment_id = $1', true],
    ['select from task t join charge c on c.environment_id = $1 and c.uid = t.uid', true],
    ['select from task t where t.environment_id = $12 and t.uid = $1', false],
    ['select from task t where t.environment_id <> all($1)', false],
  ])('know what is held to an environment by its first value: %s', (text, isHeld) => {
    const names = new StatementNames();
    expect([names.isHeld(text), names.isHeld(text)]).toEqual([isHeld, isHeld]);
  });
});
