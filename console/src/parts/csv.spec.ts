import { csvOf } from './csv';

describe('a table as a file', () => {
  const lines = (...cells: string[]) => csvOf([cells]).slice(1).trimEnd();

  it('quotes every cell, and says that it is UTF-8', () => {
    expect(
      csvOf([
        ['a', 'b "c"'],
        ['1', 'ü\n2'],
      ]),
    ).toBe('\u{feff}"a","b ""c"""\r\n"1","ü\n2"\r\n');
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1'])('makes no formula of %s', (text) => {
    expect(lines(text)).toBe(`"'${text}"`);
  });

  it.each(['-1', '-33.33', '12'])('leaves the number %s as it is', (text) => {
    expect(lines(text)).toBe(`"${text}"`);
  });
});
