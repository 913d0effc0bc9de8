import { newestOf } from './attention';

// Domain: access-and-events

describe('the newest of what needs attention', () => {
  it.each([
    [[], [], false],
    [[3, 2], [3, 2], false],
    [[3, 2, 1], [3, 2], true],
  ])('P5: of %j two are %j', (found, items, hasMore) => {
    expect(newestOf(found, 2)).toEqual({ items, hasMore });
  });
});
