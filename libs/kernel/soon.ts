/** What is there already, or will be. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with what is there at once. For what every request passes: each promise costs it a turn, and its asynchronous context
 * another. Measured in ADR-0051.
 */
export const soon = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** As `try … catch`, whether it fails at once or later. */
export function soonOr<T, R>(work: () => Soon<T>, failed: (error: unknown) => R): Soon<T | R> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
