import { pageRequestOf } from './page';

// Domain: access-and-events

describe('L1: which page is asked for', () => {
  it('L1: the first one, of 20, where nothing is said', () => {
    expect(pageRequestOf({})).toEqual({ limit: 20, direction: 'forward', cursor: undefined });
  });

  it.each([
    [{ starting_after: 'a', ending_before: 'b' }, /starting_after and ending_before exclude each other/],
    [{ after: 'a', before: 'b' }, /after and before exclude each other/],
    [{ starting_after: 'a', after: 'a' }, /two spellings of one cursor/],
  ])('L1: not by %j', (query, message) => {
    expect(() => pageRequestOf(query)).toThrow(message);
  });
});
