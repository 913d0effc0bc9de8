import { Injectable } from '@nestjs/common';
import { currentContext } from '#libs/context/request-context';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import { Metrics } from '#libs/telemetry/metrics';

const mostEvents = 20_000;
const mostBytes = 32 * 1024 * 1024;

/** What this process has taken in and not answered. Beyond its bounds nothing is taken: who comes again counts nothing twice. Domain: entitlements-usage A22 */
@Injectable()
export class EventsInFlight {
  private events = 0;
  private bytes = 0;

  constructor(private readonly metrics: Metrics) {
    metrics.setEventsInFlightGauges(() => ({ events: this.events, bytes: this.bytes }));
  }

  /** @throws Overloaded where there is no room for them beside others */
  async during<T>(events: number, work: () => Promise<T>): Promise<T> {
    const bytes = currentContext()?.bodyBytes ?? 0;
    if (this.events > 0 && (this.events + events > mostEvents || this.bytes + bytes > mostBytes)) {
      this.metrics.eventsTold('refused', events);
      this.metrics.requestShed();
      throw new Overloaded();
    }
    this.events += events;
    this.bytes += bytes;
    try {
      return await work();
    } finally {
      this.events -= events;
      this.bytes -= bytes;
    }
  }
}
