import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import { errorAnswer } from '#libs/doors/error-answer';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import type { Overload } from '#libs/doors/overload';
import type { Metrics } from '#libs/telemetry/metrics';
import { asGraphqlBody, jsonType } from './error-replies';
import { requestIdOf } from './request-id';

export interface Doorstep {
  overload: Overload;
  metrics: Metrics;
  /** What every answer in JSON carries. */
  safetyHeaders: OutgoingHttpHeaders;
  isDraining(): boolean;
}

type Door = 'REST' | 'GRAPHQL';

/** In place of the route, which is not looked for. */
const placeOf: Readonly<Record<Door, string>> = { REST: '/api/*', GRAPHQL: '/graphql' };

/**
 * Who is to come again is told so before the framework sees the request: routing, hooks and the reply of an error cost a large part
 * of what a served check does, and under three times the load there would be time for little else. Only where the address is
 * certainly one of a guarded door, which have a line to wait in; of all others the first hook decides, and says the same. ADR-0037
 */
export function refuseAtDoorstep(server: Server, step: Doorstep): void {
  const [serve] = server.listeners('request') as RequestListener[];
  if (!serve) throw new Error('Nobody serves requests yet');
  const { line } = step.overload;
  const refusals = { REST: new Refusal('REST', step), GRAPHQL: new Refusal('GRAPHQL', step) };
  const refuses = (door: Door, request: IncomingMessage, response: ServerResponse): boolean => {
    if (step.overload.letsIn(request)) return false;
    refusals[door].send(request, response);
    return true;
  };
  server.off('request', serve);
  server.on('connection', () => line.connected());
  // A body that is on its way is read and thrown away by Node, so the connection can be used again.
  server.on('request', (request, response) => {
    const door = guardedDoor(request);
    if (door === undefined) return serve(request, response);
    line.come(() => {
      const hasGone = request.socket.destroyed;
      if (!hasGone && !refuses(door, request, response)) serve(request, response);
    });
  });
  // A body that waits for our word is not asked for. Nobody can tell whether it comes after a refusal, so Node ends the connection.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const door = guardedDoor(request);
    if (door !== undefined && refuses(door, request, response)) return;
    response.writeContinue();
    serve(request, response);
  });
  // Node would refuse whatever else is expected by a 417 without a body; HTTP lets a server pass over it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function guardedDoor({ url = '', method }: IncomingMessage): Door | undefined {
  if (method === 'OPTIONS') return undefined;
  if (url.startsWith('/api/')) return 'REST';
  return /^\/graphql(?:\/stream)?(?:\?|$)/.test(url) ? 'GRAPHQL' : undefined;
}

/** The answer of one door, put together once but for the id of the request. */
class Refusal {
  private readonly place: string;
  private readonly status: number;
  private readonly headers: string[];
  private readonly beforeId: string;
  private readonly afterId: string | undefined;

  constructor(
    door: Door,
    private readonly step: Doorstep,
  ) {
    const answer = errorAnswer(new Overloaded());
    const mark = '<id>';
    const body = JSON.stringify(door === 'GRAPHQL' ? asGraphqlBody(answer, mark) : answer.body);
    [this.beforeId = '', this.afterId] = body.split(mark);
    this.headers = Object.entries({
      ...answer.headers,
      'content-type': jsonType,
      ...step.safetyHeaders,
    }).flatMap(([name, value]) => [name, String(value)]);
    this.status = answer.status;
    this.place = placeOf[door];
  }

  send(request: IncomingMessage, response: ServerResponse): void {
    const id = requestIdOf(request);
    const body = this.afterId === undefined ? this.beforeId : this.beforeId + id + this.afterId;
    const headers = ['x-request-id', id, ...this.headers, 'content-length', String(Buffer.byteLength(body))];
    if (this.step.isDraining()) headers.push('connection', 'close');
    response.writeHead(this.status, headers).end(body);
    // Nothing was done in between that would take a time.
    this.step.metrics.observeRequest(request.method ?? '', this.place, this.status, 0);
  }
}
