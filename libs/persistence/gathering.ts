import { isDatabaseAway } from './pg-errors';

interface Waiting<Q, A> {
  question: Q;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * Questions of one tenant that come while an answer is on its way are asked together in the next statement: of a small read
 * the round trip is the cost. Nobody waits without need, no answer is older than its question, and tenants never share
 * a statement. For reads outside a transaction only. Measured: a check costs this process a quarter less, PostgreSQL half.
 */
export class Gathering<Q, A> {
  /** Who came while a statement of the tenant was out. */
  private readonly waiting = new Map<string, Waiting<Q, A>[]>();

  /**
   * @param askAll one answer per question, in their order
   * @param largest how many are asked together at most
   */
  constructor(
    private readonly askAll: (environmentId: string, questions: Q[]) => Promise<A[]>,
    private readonly largest = 100,
  ) {}

  ask(environmentId: string, question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      const asker = { question, resolve, reject };
      const behind = this.waiting.get(environmentId);
      if (behind) behind.push(asker);
      else void this.askAlong(environmentId, asker);
    });
  }

  private async askAlong(environmentId: string, first: Waiting<Q, A>): Promise<void> {
    const behind: Waiting<Q, A>[] = [];
    this.waiting.set(environmentId, behind);
    for (let together = [first]; together.length > 0; together = behind.splice(0, this.largest)) {
      try {
        const answers = await this.askAll(
          environmentId,
          together.map(({ question }) => question),
        );
        for (const [place, { resolve }] of together.entries()) resolve(answers[place] as A);
      } catch (error) {
        // Who waits behind a statement that found the database away has waited long enough.
        if (isDatabaseAway(error)) together.push(...behind.splice(0));
        for (const { reject } of together) reject(error);
      }
    }
    this.waiting.delete(environmentId);
  }
}
