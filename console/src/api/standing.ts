import { useSyncExternalStore } from 'react';

/** How the service answers at the moment, for the line that says so on every screen. */
export type Standing =
  | { readonly kind: 'WELL' }
  | { readonly kind: 'SLOW' }
  | { readonly kind: 'AWAY' }
  | { readonly kind: 'ASKED_TO_WAIT'; readonly until: number };

/** Longer than any answer takes that is well. */
const slowAfterMs = 3_000;

const well: Standing = { kind: 'WELL' };
let standing: Standing = well;
let slow = 0;
const listeners = new Set<() => void>();

function become(next: Standing): void {
  if (next.kind === standing.kind && next.kind !== 'ASKED_TO_WAIT') return;
  standing = next;
  for (const listener of listeners) listener();
}

/** Notes how a request went. */
export async function noted(request: Promise<Response>): Promise<Response> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slow += 1;
    if (standing.kind === 'WELL') become({ kind: 'SLOW' });
  }, slowAfterMs);
  try {
    return await request;
  } finally {
    clearTimeout(timer);
    if (isSlow) slow -= 1;
    if (standing.kind === 'SLOW' && slow === 0) become(well);
  }
}

export const noteWell = (): void => become(slow > 0 ? { kind: 'SLOW' } : well);
export const noteAway = (): void => become({ kind: 'AWAY' });
export const noteWait = (ms: number): void =>
  become({ kind: 'ASKED_TO_WAIT', until: performance.now() + ms });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useStanding = (): Standing => useSyncExternalStore(subscribe, () => standing);
