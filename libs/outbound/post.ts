import { request, type Agent } from 'undici';

/** So much of an answer is read, that its connection may be used again; of a larger one nothing more. */
const mostReadBytes = 65_536;

/** What came back. */
export interface PostAnswer {
  status: number;
  /** Seconds, or an instant, as the header says it. */
  retryAfter: string | undefined;
}

/**
 * Posts a text, follows no redirect and keeps nothing of what the answer says.
 * @param timeoutMs from now until the answer begins
 * @param stopped ends it before
 * @throws what kept it from being answered: a refused address, a broken connection, silence
 */
export async function post(
  agent: Agent,
  address: string,
  body: string,
  headers: Record<string, string>,
  timeoutMs: number,
  stopped?: AbortSignal,
): Promise<PostAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = stopped ? AbortSignal.any([limit, stopped]) : limit;
  const answer = await request(address, { dispatcher: agent, method: 'POST', headers, body, signal });
  // The answer is what its status says; what follows may come or break off.
  answer.body.dump({ limit: mostReadBytes, signal }).catch(() => undefined);
  const { 'retry-after': retryAfter } = answer.headers;
  return { status: answer.statusCode, retryAfter: [retryAfter].flat()[0] };
}
