/** More comes than can be served. Answered with 503. */
export class Overloaded extends Error {
  constructor() {
    super('More is asked of this server than it can do just now; repeat the request');
  }
}
