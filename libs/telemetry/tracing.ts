import { AsyncLocalStorage } from 'node:async_hooks';
import { soon, soonOr, type Soon } from '#libs/kernel/soon';

/** What a span is of. Names are few: the pattern of a route, an operation, a job, a table; never a path as sent, an id or a value. */
export interface SpanStart {
  readonly name: string;
  /** Who stands at its other end: a caller, somebody who is called, a queue, or nobody. */
  readonly kind: 'SERVER' | 'CLIENT' | 'CONSUMER' | 'INTERNAL';
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A piece of work, as a collector of traces is told of it. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  set(name: string, value: string | number): void;
  /** @param error what ended it; a refusal is no fault */
  end(error?: unknown): void;
  /** By which somebody who is called goes on with the trace (W3C Trace Context). */
  headers(): Record<string, string>;
}

/** @param parent a span of this process, or the headers of a caller */
export type StartSpan = (
  start: SpanStart,
  parent?: TraceSpan | Readonly<Record<string, unknown>>,
) => TraceSpan;

const within = new AsyncLocalStorage<TraceSpan>();
let startSpan: StartSpan | undefined;

/** From now on spans are told to whoever this leads to; undefined: to nobody, which costs nothing. */
export function traceBy(start: StartSpan | undefined): void {
  startSpan = start;
}

/** Begins a span that its caller ends; undefined where nobody traces. */
export const beginSpan: (...asked: Parameters<StartSpan>) => TraceSpan | undefined = (start, parent) =>
  startSpan?.(start, parent);

export const isTraced = (): boolean => startSpan !== undefined;

/** The innermost one around the caller. */
export const currentSpan = (): TraceSpan | undefined => within.getStore();

export const inSpan = <T>(span: TraceSpan | undefined, work: () => T): T =>
  span ? within.run(span, work) : work();

/** Does the work in a span of its own, which is a part of the one around it. */
export function traced<T>(start: SpanStart, work: () => Soon<T>): Soon<T> {
  const span = startSpan?.(start, within.getStore());
  if (!span) return work();
  return soonOr(
    () =>
      soon(within.run(span, work), (answer) => {
        span.end();
        return answer;
      }),
    (error) => {
      span.end(error);
      throw error;
    },
  );
}

/** For log lines. */
export function currentTrace(): { traceId: string; spanId: string } | undefined {
  const span = within.getStore();
  return span && { traceId: span.traceId, spanId: span.spanId };
}
