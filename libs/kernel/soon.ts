/** What is there already, or will be. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with what is there at once. For what every request passes: each promise costs it a turn, and its asynchronous context
 * another. Measured in ADR-0051.
 */
export const soon = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value);
