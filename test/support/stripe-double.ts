import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StripeDoubleApi, type Happened } from './stripe-double-api';
import type { Behavior } from './stripe-double-methods';
import type { IntentStatus } from './stripe-double-payments';
import {
  bodyOf,
  readForm,
  Refused,
  signatureOf,
  wrong,
  type Fault,
  type Reply,
  type Request,
} from './stripe-double-wire';

const keyLifeMs = 24 * 3_600_000;
/** The one that the adapter was written against. */
export const doubleVersion = '2026-10-28.endive';

/** Money that was collected. */
export interface Charged {
  ref: string;
  environmentId: string | undefined;
  paymentUid: string | undefined;
  key: string | undefined;
  customer: string;
  amount: number;
  currency: string;
  refunded: number;
}

interface Settings {
  secretKey: string;
  webhookSecret: string;
  now?: () => Date;
  port?: number;
  /** What happens to a call that no `upset` waits for. */
  mishap?: (call: string) => Fault | undefined;
}

/** Plays Stripe's API as far as the adapter uses it; what it keeps lies in the memory of the test. */
export class StripeDouble {
  readonly api: StripeDoubleApi;
  /** Each call that arrived, as `POST /v1/refunds`. */
  readonly calls: string[] = [];
  /** What the adapter should not have sent; empty at the end of a good test. */
  readonly misuses: string[] = [];
  url = '';
  private readonly answers = new Map<string, { asked: string; reply: Reply | null; at: number }>();
  private readonly faults: (Fault & { left: number })[] = [];
  private readonly now: () => Date;
  private server: Server;

  private constructor(private readonly settings: Settings) {
    this.now = settings.now ?? (() => new Date());
    this.api = new StripeDoubleApi(this.now);
  }

  static async start(settings: Settings): Promise<StripeDouble> {
    const double = new StripeDouble(settings);
    double.server = createServer((request, response) => {
      void double.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => double.server.listen(settings.port ?? 0, '127.0.0.1', resolve));
    double.url = `http://127.0.0.1:${(double.server.address() as AddressInfo).port}`;
    return double;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  upset(fault: Fault): void {
    this.faults.push({ ...fault, left: fault.times ?? 1 });
  }

  /** What is left of all faults happens no more. */
  calm(): void {
    this.faults.length = 0;
  }

  addMethod(token: string, behavior: Behavior): void {
    this.api.methods.add(token, behavior);
  }

  /** The bank has decided, or who pays has acted. */
  settle(paymentRef: string, status: IntentStatus, error?: { code: string; decline_code?: string }): void {
    this.api.payments.settle(paymentRef, status, error);
  }

  /** Somebody pays on a page with what the token stands for. */
  payPage(checkoutRef: string, token: string): void {
    this.api.pages.pay(checkoutRef, token);
  }

  /** All that was collected: a scenario counts it by `paymentUid` and `key`. */
  charges(): Charged[] {
    const { payments } = this.api;
    const collected = [...payments.intents.values()].filter(({ status }) => status === 'succeeded');
    return collected.map(({ id, customer, amount, currency, metadata }) => {
      const { environmentId, paymentUid, key } = metadata;
      return {
        ref: id,
        environmentId,
        paymentUid,
        key,
        customer,
        amount,
        currency,
        refunded: payments.refunded(id),
      };
    });
  }

  /** What happened and was told to nobody yet, oldest first. */
  takeNotices(): Happened[] {
    return this.api.happened.splice(0);
  }

  /** A notice as it is sent: the same event may be sent again, in any order, and later. */
  written({ id, type, object }: Happened, at = this.now(), secret = this.settings.webhookSecret) {
    const event = {
      id,
      object: 'event',
      api_version: doubleVersion,
      livemode: false,
      type,
      data: { object },
    };
    const body = JSON.stringify(event);
    return { body: Buffer.from(body), signature: signatureOf(body, secret, at) };
  }

  /** @returns the status that the address of notices answered */
  async send(url: string, happened: Happened, at?: Date): Promise<number> {
    const { body, signature } = this.written(happened, at);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const response = await fetch(url, { method: 'POST', body, headers });
    await response.arrayBuffer();
    return response.status;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const [path = '', query = ''] = url.split('?');
    const text = method === 'GET' ? query : await bodyOf(incoming);
    const request: Request = { method, path, text, form: readForm(text), headers };
    this.calls.push(`${method} ${path}`);
    const fault = this.faultOf(`${method} ${path}`);
    if (fault?.kind === 'LOSE_REQUEST') return void response.destroy();
    if (fault?.kind === 'DELAY') await this.delay(request, fault.ms ?? 0);
    if (fault?.kind === 'ANSWER')
      return answer(response, fault.status ?? 500, fault.body ?? '{"error":{"type":"api_error"}}');
    const [reply, isReplayed] = this.kept(request, fault?.kind === 'BREAK');
    if (fault?.kind === 'LOSE_ANSWER') return void response.destroy();
    if (isReplayed) response.setHeader('idempotent-replayed', 'true');
    answer(response, reply.status, JSON.stringify(reply.body));
  }

  /** Meanwhile another call with its key finds it in use. */
  private async delay({ method, path, text, headers }: Request, ms: number): Promise<void> {
    const key = String(headers['idempotency-key']);
    const isFirst = !this.answers.has(key);
    if (isFirst)
      this.answers.set(key, { asked: `${method} ${path} ${text}`, reply: null, at: this.now().getTime() });
    await sleep(ms);
    if (isFirst) this.answers.delete(key);
  }

  /** The answer of the key where it has one, and whether it had. */
  private kept(request: Request, isBroken: boolean): [Reply, boolean] {
    try {
      this.requireShape(request);
      const key = request.method === 'POST' ? String(request.headers['idempotency-key']) : undefined;
      const former = key === undefined ? undefined : this.formerOf(key, request);
      if (former) return [former, true];
      const carriedOut = this.carriedOut(request);
      const reply = isBroken ? { status: 500, body: { error: { type: 'api_error' } } } : carriedOut;
      // What was wrong from the start is not remembered.
      if (key !== undefined && (reply.status < 400 || reply.status === 402 || reply.status >= 500))
        this.answers.set(key, { asked: askedBy(request), reply, at: this.now().getTime() });
      return [reply, false];
    } catch (error) {
      if (error instanceof Refused) return [error.reply, false];
      throw error;
    }
  }

  private carriedOut(request: Request): Reply {
    try {
      return this.api.answer(request);
    } catch (error) {
      if (error instanceof Refused) return error.reply;
      throw error;
    }
  }

  private formerOf(key: string, request: Request): Reply | undefined {
    const former = this.answers.get(key);
    if (!former || this.now().getTime() - former.at >= keyLifeMs) return undefined;
    if (former.reply === null)
      throw new Refused(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' });
    if (former.asked !== askedBy(request))
      throw new Refused(400, { type: 'idempotency_error', message: 'Keys are for the same parameters only' });
    return former.reply;
  }

  private requireShape({ method, path, headers }: Request): void {
    const { secretKey } = this.settings;
    if (headers.authorization !== `Bearer ${secretKey}`)
      throw new Refused(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${headers.authorization}`,
      });
    const key = headers['idempotency-key'];
    const isOwnKey = typeof key === 'string' && !key.startsWith('stripe-node-');
    const faults = [
      headers['stripe-version'] !== doubleVersion && 'another version',
      headers['x-stripe-client-telemetry'] !== undefined && 'telemetry',
      method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded' && 'no form',
      method === 'POST' && key === undefined && 'no key',
      this.api.needsKey(method, path) && !isOwnKey && 'no key of its own',
    ].filter((fault) => typeof fault === 'string');
    this.misuses.push(...faults.map((fault) => `${method} ${path}: ${fault}`));
    if (faults.length > 0) throw wrong(undefined, undefined, faults.join(', '));
  }

  private faultOf(call: string): Fault | undefined {
    const fault = this.faults.find(({ on, left }) => left > 0 && (on?.test(call) ?? true));
    if (!fault) return this.settings.mishap?.(call);
    fault.left--;
    return fault;
  }
}

const askedBy = ({ method, path, text }: Request): string => `${method} ${path} ${text}`;

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' });
  response.end(body);
}
