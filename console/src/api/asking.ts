import { Away, isPassing, Refusal, waitBefore } from './faults';
import { credential, end, headersOf } from './session';
import { noteTag } from './tags';
import { noted, noteAway, noteWait, noteWell } from './standing';

/** A connection that says nothing for so long is taken for a lost one. */
const patienceMs = 30_000;

/**
 * Every request of the console goes this way: it bears the credential, and only to the service that served the page.
 * @throws Refusal what the service answered instead
 * @throws Away where nothing came
 */
export async function ask(request: Request): Promise<Response> {
  const shown = credential();
  for (const [name, value] of Object.entries(shown ? headersOf(shown) : {})) request.headers.set(name, value);
  const response = await answered(request);
  if (response.ok) {
    noteWell();
    noteTag(request, response);
    return response;
  }
  const refusal = await Refusal.of(response);
  if (refusal.isPassing && refusal.waitMs !== undefined) noteWait(refusal.waitMs);
  else noteWell();
  if (refusal.status === 401 && shown !== undefined && shown === credential())
    end(`The service does not take this ${'key' in shown ? 'key' : 'sign-in'} any more.`);
  throw refusal;
}

async function answered(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]);
  try {
    return await noted(fetch(request, { signal, cache: 'no-store', credentials: 'omit' }));
  } catch (error) {
    // Who asked has gone to another screen.
    if (request.signal.aborted) throw error;
    noteAway();
    throw new Away('The service does not answer.');
  }
}

const mostTries = 5;

/** Tries until somebody answers for good, as each of the reads does by itself. */
export async function askUntilAnswered(make: () => Request): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(make());
    } catch (error) {
      if (!isPassing(error) || tries === mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitBefore(tries, error)));
    }
  }
}
