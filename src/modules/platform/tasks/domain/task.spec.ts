import { Task } from './task';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00Z');
const task = (state: Partial<Task> = {}): Task =>
  Object.assign(Object.create(Task.prototype) as Task, {
    ...{ uid: 't', state: 'IN_PROGRESS', total: 10, finishedAt: null, leaseOwner: 'o', leaseUntil: now },
    ...state,
  });

describe('a task', () => {
  it.each(['PENDING', 'IN_PROGRESS'] as const)('L7: %s can be canceled and keeps what was done', (state) => {
    const canceled = task({ state });
    canceled.cancel({ done: 3, failed: 1 }, now);
    expect(canceled).toMatchObject({
      state: 'CANCELED',
      done: 3,
      failed: 1,
      finishedAt: now,
      leaseOwner: null,
    });
  });

  it.each(['COMPLETED', 'PARTIALLY_FAILED', 'FAILED', 'CANCELED'] as const)('%s has ended', (state) => {
    const ended = task({ state, finishedAt: now });
    expect(() => ended.cancel({ done: 0, failed: 0 }, now)).toThrow(`task t is ${state}`);
  });

  it('tells no total below what had its turn', () => {
    expect(task().progressWith({ done: 4, failed: 1 })).toEqual({ done: 4, failed: 1, total: 10 });
    expect(task().progressWith({ done: 10, failed: 1 })).toEqual({ done: 10, failed: 1, total: 11 });
  });
});
