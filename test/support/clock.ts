import { Clock } from '#libs/kernel/clock';

interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  ms?: number;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const lengthOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Span): number =>
  days * dayMs + hours * hourMs + minutes * minuteMs + seconds * secondMs + ms;

/** Stands still until it is told to travel. */
export class TestClock extends Clock {
  private instantMs: number;

  constructor(private readonly startsAt = '2026-03-04T15:30:00.000Z') {
    super();
    this.reset();
  }

  /** Back to where it began. */
  reset(): void {
    this.travelTo(this.startsAt);
  }

  now(): Date {
    return new Date(this.instantMs);
  }

  travelTo(instant: string | Date): void {
    this.instantMs = new Date(instant).getTime();
  }

  advance(span: Span): void {
    this.instantMs += lengthOf(span);
  }
}
