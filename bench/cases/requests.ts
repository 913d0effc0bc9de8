export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  /** `[<id>]` in it becomes another id with every request. */
  body?: string;
}

export const idPlace = '[<id>]';

/** @param path below that of the API */
export const get = (path: string): LoadRequest => ({ method: 'GET', path: `/api/v1${path}` });
export const post = (path: string, body: object): LoadRequest => ({
  method: 'POST',
  path: `/api/v1${path}`,
  body: JSON.stringify(body),
});

export const headersOf = (key: string): Record<string, string> => ({
  'x-api-key': key,
  'content-type': 'application/json',
});

/**
 * What one connection of several asks, over and over: a part of the list that is its own, for callers who all began at its head would
 * ask about the same customer at once. Of a list that is shorter than the connections are many, one request.
 */
export function shareOf<T>(list: readonly T[], place: number, places: number): T[] {
  const from = Math.floor((place * list.length) / places);
  const to = Math.floor(((place + 1) * list.length) / places);
  return list.slice(from, Math.max(to, from + 1));
}
