import type { PoolClient } from 'pg';
import { beginSpan, currentSpan, isTraced, type TraceSpan } from '#libs/telemetry/tracing';

/** Texts are as many as StatementNames has names. */
const most = 2000;
const names = new Map<string, string>();

const table = /\b(?:from|into|update|join)\s+(?:only\s+|lateral\s+)?"?([a-z_]\w*)/i;
const verbOfCte = /\b(insert|update|delete)\b/i;

function nameIn(text: string): string {
  if (/;\s*commit\s*$/i.test(text)) return 'COMMIT';
  const [first = 'query'] = /[a-z]+/i.exec(text) ?? [];
  const verb = (/^with$/i.test(first) ? (verbOfCte.exec(text)?.[1] ?? 'select') : first).toUpperCase();
  const [, of] = table.exec(text) ?? [];
  return of && /^(SELECT|INSERT|UPDATE|DELETE)$/.test(verb) ? `${verb} ${of}` : verb;
}

/** What it does to which table, the first that it names: `SELECT customer`. */
export function summaryOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = nameIn(text);
  if (names.size < most) names.set(text, name);
  return name;
}

const parents = new WeakMap<object, TraceSpan>();

/** Where a statement waits for a connection of the pool, it is sent in the turn of whoever gave that back. */
export function noteParent(statement: object): void {
  const span = isTraced() ? currentSpan() : undefined;
  if (span) parents.set(statement, span);
}

interface Asked {
  text?: unknown;
  name?: unknown;
}

type Sent = (...asked: unknown[]) => unknown;
type Told = (error: unknown, result: unknown) => void;

/**
 * Each statement of this connection is a span where it is a part of one. Its text holds no value (those are bound), and nothing of its rows
 * is told.
 */
export function traceStatements(client: PoolClient): void {
  if (!isTraced()) return;
  const send = (client.query as Sent).bind(client);
  const tracing: Sent = (...asked) => {
    const span = spanOf(asked[0]);
    if (!span) return send(...asked);
    const told = asked.at(-1);
    if (typeof told === 'function') {
      const passOn = told as Told;
      const ended: Told = (error, result) => {
        span.end(error);
        passOn(error, result);
      };
      return send(...asked.slice(0, -1), ended);
    }
    const answer = send(...asked);
    if (answer instanceof Promise)
      answer.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      );
    else span.end();
    return answer;
  };
  Object.assign(client, { query: tracing });
}

function spanOf(asked: unknown): TraceSpan | undefined {
  const { text, name } = (typeof asked === 'string' ? { text: asked } : asked) as Asked;
  const parent = typeof asked === 'object' && asked !== null ? parents.get(asked) : undefined;
  const around = parent ?? currentSpan();
  if (!around || typeof text !== 'string') return undefined;
  const summary = summaryOf(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
    'db.query.text': text,
    ...(typeof name === 'string' ? { 'db.statement.name': name } : {}),
  };
  return beginSpan({ name: summary, kind: 'CLIENT', attributes }, around);
}
