import { outcomeOf } from './task-state';

// Domain: catalog

describe('the outcome of a task (L7)', () => {
  it.each([
    [{ done: 0, failed: 0 }, 'COMPLETED'],
    [{ done: 5, failed: 0 }, 'COMPLETED'],
    [{ done: 4, failed: 1 }, 'PARTIALLY_FAILED'],
    [{ done: 1, failed: 4 }, 'PARTIALLY_FAILED'],
    [{ done: 0, failed: 5 }, 'FAILED'],
  ])('of %j is %s', (tally, outcome) => {
    expect(outcomeOf(tally)).toBe(outcome);
  });
});
