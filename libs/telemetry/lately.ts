/** What was read within so many milliseconds is told again; a fault of reading is told as nothing. */
export function lately<T>(read: () => Promise<T>, knownMs: number): () => Promise<T | undefined> {
  let known: Promise<T | undefined> | undefined;
  let since = 0;
  return () => {
    const now = performance.now();
    if (!known || now - since >= knownMs) {
      since = now;
      known = read().catch(() => undefined);
    }
    return known;
  };
}
