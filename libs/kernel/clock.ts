/** The one source of time. Windows, expiry and createdAt all read it, so tests can freeze and travel. */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * The time of this machine, whatever the clock of an environment says: for credentials, rate limits, idempotency, deliveries, tasks and
 * leases. Domain: access-and-events K4
 */
export abstract class MachineClock extends Clock {}

export class SystemClock extends MachineClock {
  now(): Date {
    return new Date();
  }
}
