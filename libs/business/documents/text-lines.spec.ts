import { linesOf } from './text-lines';

/** As if every character were one wide. */
const lines = (text: string, width: number): string[] => linesOf(text, width, (part) => [...part].length);

describe('lines of a text', () => {
  it('are no wider than they may be, and break at blanks', () => {
    expect(lines('one two three', 7)).toEqual(['one two', 'three']);
    expect(lines('one  two', 3)).toEqual(['one', 'two']);
    expect(lines('', 3)).toEqual(['']);
  });

  it('break at line feeds, which leave empty lines empty', () => {
    expect(lines('a\n\nb c', 9)).toEqual(['a', '', 'b c']);
  });

  it('break behind hyphens and slashes, not before them', () => {
    expect(lines('high-end', 6)).toEqual(['high-', 'end']);
    expect(lines('and/or', 4)).toEqual(['and/', 'or']);
    expect(lines('a - b', 2)).toEqual(['a', '-', 'b']);
  });

  it('cut a word that is wider than a line', () => {
    expect(lines('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij']);
  });

  it('never part a letter from its marks', () => {
    const marked = 'e\u0301\u0323';
    expect(linesOf(marked.repeat(3), 2, (part) => [...part].length / 3)).toEqual([marked.repeat(2), marked]);
  });

  it('break Japanese anywhere but before its closing signs and behind its opening ones', () => {
    expect(lines('東京都千代田', 4)).toEqual(['東京都千', '代田']);
    expect(lines('東京都。大阪', 3)).toEqual(['東京', '都。大', '阪']);
    expect(lines('東京「大阪」', 3)).toEqual(['東京', '「大', '阪」']);
  });
});
