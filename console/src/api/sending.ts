import { askUntilAnswered } from './asking';
import { queries } from './client';
import { operation } from './contract';
import { newName } from './random';
import { tagOf } from './tags';

export interface Sent {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  body?: unknown;
  /** The same one again is the same write, which is done once. */
  idempotencyKey?: string;
  /** The version that was read: refused where somebody else changed it since. */
  ifMatch?: string | undefined;
}

/** Of the object that an operation changes, as it was read last. */
export const versionRead = (id: string, path: Sent['path']): string | undefined =>
  tagOf(filled(operation(id).path, path));

const filled = (path: string, values: Sent['path'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));

/**
 * Carries out an operation that changes something, until it has an answer, and has every screen read again what it shows.
 * @returns `data` of the answer
 * @throws Refusal, Away
 */
export async function send(id: string, sent: Sent = {}): Promise<unknown> {
  const { path, query = {}, body, idempotencyKey = newName(), ifMatch } = sent;
  const told = operation(id);
  const url = new URL(filled(told.path, path), location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  const takesBody = told.body !== undefined;
  const make = () =>
    new Request(url, {
      method: told.method,
      headers: {
        ...(takesBody ? { 'Content-Type': 'application/json' } : {}),
        ...(told.method === 'GET' ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      },
      ...(takesBody ? { body: JSON.stringify(body ?? {}) } : {}),
    });
  const response = await askUntilAnswered(make);
  const answer = (await response.json()) as { data: unknown };
  void queries.invalidateQueries();
  return answer.data;
}
