import { parseLargeJson } from './large-json';

const parse = (text: string): unknown => JSON.parse(text);
const read = (text: string): Promise<unknown> => parseLargeJson(text, parse);
const long = 'x'.repeat(70_000);

describe('large JSON texts', () => {
  const values: [string, unknown][] = [
    ['a short list', [1, 'a', null, true, { b: [] }]],
    ['a word', 'word'],
    ['a long text', long],
    ['a list of many', Array.from({ length: 10_000 }, (_, n) => ({ n, of: [n, `${n}`] }))],
    ['an object of many', Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n]))],
    ['long members beside short ones', { a: 1, b: { c: [long, 2], d: [long] }, e: { f: long }, g: 'g' }],
    ['long members of a list', [1, [long], [long], 2, 3, { a: long }, 4]],
    ['brackets and quotes in texts', [`]}"\\${long}`, '\\', '\\\\"', ['[{', long], { '"]': '\\"' }]],
    ['keys that are numbers', { b: [long], 2: [long], a: 1, 1: { c: long } }],
  ];

  it.each(values)('%s is read as JSON.parse reads it, whatever blanks it has', async (_name, value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, ' \t\r\n')]) {
      // Not by toBe: of a difference it would tell all of the text.
      expect(JSON.stringify(await read(` ${text}\n`)) === JSON.stringify(value)).toBe(true);
    }
  });

  it('of members with one name the last counts', async () => {
    expect(await read(`{"a":["${long}"],"b":1,"a":["${long}",2]}`)).toEqual({ a: [long, 2], b: 1 });
  });

  it.each([
    `["${long}",]`,
    `[["${long}"],]`,
    `[,["${long}"]]`,
    `[["${long}"],,1]`,
    `[["${long}"] 1]`,
    `["${long}"`,
    `["${long}`,
    `["${long}"}`,
    `["${long}"]]`,
    `["${long}"] x`,
    `[["${long}"]}`,
    `{"a":["${long}"]]`,
    `{"a":["${long}"],}`,
    `{"a" ["${long}"]}`,
    `{a:["${long}"]}`,
    `{"a":,"b":["${long}"]}`,
    `{["${long}"]}`,
    `{"a":["${long}"],"b"}`,
    `{"a":[1,2}${' '.repeat(70_000)}`,
    `${' '.repeat(70_000)}`,
  ])('what is no JSON is refused: case %#', async (text) => {
    expect(() => parse(text)).toThrow();
    await expect(read(text)).rejects.toThrow(/JSON/);
  });

  it.each([
    ['[', ''],
    ['[', ']'],
    ['{"a":', '1}'],
  ])('a tower of %s falls on no stack', async (open, close) => {
    const storeys = 1_000_000;
    await expect(read(open.repeat(storeys) + close.repeat(storeys))).rejects.toThrow(/24 levels deep/);
  });

  it('more values than fit are refused before they are built', async () => {
    const refusal = /more than 1000000 values/;
    await expect(read(`[${'0,'.repeat(1_100_000)}0]`)).rejects.toThrow(refusal);
    await expect(read(`{"a":[${'[],'.repeat(1_100_000)}0]}`)).rejects.toThrow(refusal);
  });

  it('an object of very many members is refused', async () => {
    const members = Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`);
    await expect(read(`{${members.join()}}`)).rejects.toThrow(/more than 10000 members/);
  });

  it('others are served meanwhile', async () => {
    let turns = 0;
    // Every look at the clock finds a turn over, on a fast machine as on a slow one.
    let at = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (at += 10));
    // Rounds of the loop, not time: on a busy machine a timer may come late.
    let next = setImmediate(function count(): void {
      turns += 1;
      next = setImmediate(count);
    });
    await read(JSON.stringify(values.map(() => Array.from({ length: 5_000 }, (_, n) => ({ n })))));
    clearImmediate(next);
    clock.mockRestore();
    expect(turns).toBeGreaterThan(2);
  });
});
