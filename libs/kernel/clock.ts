/** The one source of time. Windows, expiry and createdAt all read it, so tests can freeze and travel. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
