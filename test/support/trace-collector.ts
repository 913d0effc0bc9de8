import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attributeShape = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
    doubleValue: z.number().optional(),
  }),
});
const spanShape = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attributeShape).default([]),
  status: z.object({ code: z.number().default(0) }),
});
const requestShape = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeShape) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanShape) })),
    }),
  ),
});

/** As OTLP names kinds. */
const kinds = ['', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

export interface ToldSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: string;
  attributes: Record<string, string>;
  isFault: boolean;
}

const textsOf = (attributes: z.infer<typeof attributeShape>[]): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      String(stringValue ?? intValue ?? doubleValue),
    ]),
  );

/** A collector of traces that takes OTLP over HTTP as JSON, and remembers all of it. */
export class TraceCollector {
  readonly spans: ToldSpan[] = [];
  /** Of who tells spans. */
  readonly resources: Record<string, string>[] = [];
  /** All that came, as it came. */
  text = '';
  /** Takes what comes and never answers. */
  isSilent = false;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        if (collector.isSilent) return;
        const isTraces = request.method === 'POST' && request.url === '/v1/traces';
        if (isTraces) collector.take(text);
        response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Of one trace, in the order in which they ended. */
  of(traceId: string): ToldSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of requestShape.parse(JSON.parse(text)).resourceSpans) {
      this.resources.push(textsOf(resource.attributes));
      for (const { traceId, spanId, parentSpanId, name, kind, attributes, status } of scopeSpans.flatMap(
        (scope) => scope.spans,
      ))
        this.spans.push({
          traceId,
          spanId,
          parentSpanId,
          name,
          kind: kinds[kind] ?? '',
          attributes: textsOf(attributes),
          isFault: status.code === 2,
        });
    }
  }
}
