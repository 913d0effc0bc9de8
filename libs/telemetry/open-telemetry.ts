import type * as api from '@opentelemetry/api';
import type * as core from '@opentelemetry/core';
import type * as exporter from '@opentelemetry/exporter-trace-otlp-http';
import type * as resources from '@opentelemetry/resources';
import type * as sdk from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { MissingPackage, optionalPackage } from '#libs/config/optional-package';
import { BoundedRate } from '#libs/kernel/bounded-rate';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { SpanStart, StartSpan, TraceSpan } from './tracing';

/** What leads spans out of the process. */
export interface Traces {
  readonly start: StartSpan;
  /** Tells what is left, in this time at most. */
  close(graceMs: number): Promise<void>;
}

/** A collector that is away is told once a minute. */
const warnEveryMs = 60_000;
/** Of the time that closing has, what is left for a collector that does not answer. */
const partOfGrace = 0.8;

function installed<Exports>(name: string): Exports {
  const found = optionalPackage<Exports>(name);
  if (!found) throw new MissingPackage(name, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  return found;
}

const isSpan = (parent: TraceSpan | Readonly<Record<string, unknown>>): parent is OtelSpan =>
  parent instanceof OtelSpan;

/** The code of a refusal, the SQLSTATE or code of the socket, or the kind of fault; never its message, which may quote what was sent. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'fault';
}

class OtelSpan implements TraceSpan {
  constructor(
    readonly context: api.Context,
    private readonly span: api.Span,
    private readonly lib: { api: typeof api; propagator: core.W3CTraceContextPropagator },
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get spanId(): string {
    return this.span.spanContext().spanId;
  }

  set(name: string, value: string | number): void {
    this.span.setAttribute(name, value);
  }

  end(error?: unknown): void {
    if (error !== undefined && error !== null) {
      this.span.setAttribute('error.type', kindOf(error));
      if (!(error instanceof DomainError)) this.span.setStatus({ code: this.lib.api.SpanStatusCode.ERROR });
    }
    this.span.end();
  }

  headers(): Record<string, string> {
    const told: Record<string, string> = {};
    this.lib.propagator.inject(this.context, told, this.lib.api.defaultTextMapSetter);
    return told;
  }
}

/**
 * Spans over OTLP (HTTP, JSON) by the SDK of OpenTelemetry, which reads the other standard variables (`OTEL_*`) itself. Nothing of it is loaded
 * before. No instrumentation of libraries: the service is packed, so there is nothing that it could hold on to, and it knows names that
 * no library knows. ADR-0133
 * @param environment what the process was started with, for the SDK
 * @throws MissingPackage
 */
export function openTelemetry({ serviceName }: { serviceName: string }, logger: Logger): Traces {
  const lib = installed<typeof api>('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor } = installed<typeof sdk>('@opentelemetry/sdk-trace-base');
  const { W3CTraceContextPropagator } = installed<typeof core>('@opentelemetry/core');
  const provider = new BasicTracerProvider({
    resource: resourceOf(serviceName),
    spanProcessors: [new BatchSpanProcessor(tellingFaults(exporterOf(), logger))],
  });
  const tracer = provider.getTracer(serviceName);
  const parts = { api: lib, propagator: new W3CTraceContextPropagator() };
  const contextOf = (parent: Parameters<StartSpan>[1]): api.Context => {
    if (!parent) return lib.ROOT_CONTEXT;
    if (isSpan(parent)) return parent.context;
    return parts.propagator.extract(lib.ROOT_CONTEXT, parent, lib.defaultTextMapGetter);
  };
  return {
    start: ({ name, kind, attributes }: SpanStart, parent) => {
      const around = contextOf(parent);
      const span = tracer.startSpan(
        name,
        { kind: lib.SpanKind[kind], ...(attributes && { attributes }) },
        around,
      );
      return new OtelSpan(lib.trace.setSpan(around, span), span, parts);
    },
    close: (graceMs) => closed(provider.shutdown(), graceMs * partOfGrace, logger),
  };
}

function resourceOf(serviceName: string): resources.Resource {
  const { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } =
    installed<typeof resources>('@opentelemetry/resources');
  const detectors = [serviceInstanceIdDetector, envDetector];
  return resourceFromAttributes({ 'service.name': serviceName }).merge(detectResources({ detectors }));
}

function exporterOf(): sdk.SpanExporter {
  const { OTLPTraceExporter } = installed<typeof exporter>('@opentelemetry/exporter-trace-otlp-http');
  return new OTLPTraceExporter();
}

/** What could not be told is dropped; the log says so, and why. */
function tellingFaults(to: sdk.SpanExporter, logger: Logger): sdk.SpanExporter {
  const rate = new BoundedRate(warnEveryMs);
  const warn = (spans: number, error: Error | undefined): void => {
    const passed = rate.pass('export');
    if (passed) logger.warn({ reason: error && kindOf(error), spans, ...passed }, 'traces were not told');
  };
  return {
    export: (spans, told) =>
      to.export(spans, (result) => {
        if (result.error) warn(spans.length, result.error);
        told(result);
      }),
    forceFlush: () => to.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => to.shutdown(),
  };
}

/** A collector that is away keeps no process from its end. */
async function closed(work: Promise<void>, limitMs: number, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  const outcome = await Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
  if (outcome === 'late') logger.warn('the last traces were not told: their collector does not answer');
}
