import type { TestApp } from './app';
import type { ApiClient } from './client';
import { creditCustomer } from './credits';
import { moveClock, sandbox } from './environment-clock';
import type { TestEnvironment } from './environments';

/** An environment whose clock can be moved, with a customer `c` and a currency `tokens`. */
export class CreditSandbox {
  private constructor(readonly place: TestEnvironment) {}

  static async begin(app: TestApp): Promise<CreditSandbox> {
    const story = new CreditSandbox(await sandbox(app));
    await creditCustomer(story.api);
    return story;
  }

  static at(_: TestApp, place: TestEnvironment): CreditSandbox {
    return new CreditSandbox(place);
  }

  get api(): ApiClient {
    return this.place.api;
  }

  /** To the begin of a day of 2027, such as `02-28`. */
  at = (day: string): Promise<unknown> => moveClock(this.place, `2027-${day}T00:00:00.000Z`);
}
