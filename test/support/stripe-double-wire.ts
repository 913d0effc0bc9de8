import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Parameters as Stripe reads them from a form: `a[b][0]=c`. */
export interface Form {
  [name: string]: string | Form | undefined;
}

/** An object of the API, as it is told. */
export type Told = Record<string, unknown> & { id: string; object: string };

export interface Request {
  method: string;
  path: string;
  /** Body or query, as it was sent. */
  text: string;
  form: Form;
  headers: IncomingMessage['headers'];
}

export interface Reply {
  status: number;
  body: object;
}

/** What happens to calls, by the word of the test. */
export interface Fault {
  /** Of calls whose method and path match; left out: any. */
  on?: RegExp;
  /** How many of them; left out: one. */
  times?: number;
  /**
   * LOSE_REQUEST: nothing is carried out and the connection breaks. LOSE_ANSWER: it breaks after it was carried out. DELAY: it begins
   * after `ms`. ANSWER: `status` and `body` in its place. BREAK: carried out, and answered with a 500 that the key remembers.
   */
  kind: 'LOSE_REQUEST' | 'LOSE_ANSWER' | 'DELAY' | 'ANSWER' | 'BREAK';
  ms?: number;
  status?: number;
  body?: string;
}

/** A refusal as Stripe tells it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; [more: string]: unknown },
  ) {
    super(error.code ?? error.type);
  }

  get reply(): Reply {
    return { status: this.status, body: { error: this.error } };
  }
}

export const wrong = (
  code: string | undefined,
  param?: string,
  message = 'What was sent will not do',
): Refused => new Refused(400, { type: 'invalid_request_error', code, param, message });

export const missing = (param: string, id: string): Refused =>
  new Refused(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such object: '${id}'`,
  });

export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = [...name.matchAll(/[^[\]]+/g)].map(([step]) => step);
    const last = steps.pop() ?? '';
    let place = form;
    for (const step of steps) place = (place[step] ??= {}) as Form;
    place[last] = value;
  }
  return form;
}

/** Every parameter by its full name, for comparing with those that are known. */
export const namesOf = (form: Form, before = ''): string[] =>
  Object.entries(form).flatMap(([name, value]) => {
    const full = before === '' ? name : `${before}[${name}]`;
    return typeof value === 'object' ? namesOf(value, full) : [full];
  });

export function textOf(form: Form, name: string): string {
  const value = form[name];
  if (typeof value === 'string' && value !== '') return value;
  throw wrong('parameter_missing', name);
}

export const formOf = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

export const textsOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(formOf(form, name)).map(([key, value]) => [key, String(value)]));

export function wholeOf(form: Form, name: string): number {
  const text = textOf(form, name);
  if (/^[1-9]\d{0,10}$/.test(text)) return Number(text);
  throw wrong('parameter_invalid_integer', name);
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The value of `Stripe-Signature`. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
