import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Inject } from './client';

/** The requests of one test file to an application that others will use after it. */
export class Loan {
  private readonly underWay = new Set<Promise<unknown>>();
  private hasEnded = false;

  constructor(private readonly nest: NestFastifyApplication) {}

  readonly inject: Inject = (request) => {
    if (this.hasEnded) {
      const { method, url } = request;
      return Promise.reject(new Error(`${method} ${url} was sent after the application was closed`));
    }
    const answer = this.nest.inject(request as never);
    const ended: Promise<boolean> = answer.then(
      () => this.underWay.delete(ended),
      () => this.underWay.delete(ended),
    );
    this.underWay.add(ended);
    return answer;
  };

  /** No request is let in any more; those that nobody waited for are over. */
  async end(): Promise<void> {
    this.hasEnded = true;
    await Promise.all(this.underWay);
  }
}
