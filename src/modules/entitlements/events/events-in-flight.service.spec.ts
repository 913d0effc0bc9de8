import { newContext, runInContext } from '#libs/context/request-context';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import { Metrics } from '#libs/telemetry/metrics';
import { EventsInFlight } from './events-in-flight.service';

// Domain: entitlements-usage

const mebibyte = 1024 * 1024;

describe('events in flight', () => {
  let inFlight: EventsInFlight;
  let metrics: Metrics;
  /** Ends what waits. */
  let end: () => void;
  let ending: Promise<null>;

  beforeEach(() => {
    metrics = new Metrics();
    inFlight = new EventsInFlight(metrics);
    ending = new Promise((resolve) => (end = () => resolve(null)));
  });

  const take = (events: number, bodyBytes: number) =>
    runInContext({ ...newContext('id', 'REST'), bodyBytes }, () => inFlight.during(events, () => ending));

  it('A22: are 20,000 at most', async () => {
    const waiting = [take(19_000, 1), take(1000, 1)];
    await expect(take(1, 1)).rejects.toBeInstanceOf(Overloaded);
    end();
    await Promise.all(waiting);
    await expect(take(1, 1)).resolves.toBeNull();
  });

  it('A22: come in 32 MiB at most', async () => {
    const waiting = [take(1, 31 * mebibyte), take(1, mebibyte)];
    await expect(take(1, 1)).rejects.toBeInstanceOf(Overloaded);
    end();
    await Promise.all(waiting);
    await expect(take(1, 1)).resolves.toBeNull();
  });

  it('A22: one request is taken whatever its size, and what fails has left', async () => {
    const fault = new Error('away');
    const failing = runInContext({ ...newContext('id', 'REST'), bodyBytes: 40 * mebibyte }, () =>
      inFlight.during(1, () => Promise.reject(fault)),
    );
    await expect(failing).rejects.toBe(fault);
    const text = await metrics.render();
    expect(text).toContain('events_in_flight 0');
    expect(text).toContain('event_bytes_in_flight 0');
  });
});
