import type { Method } from '../support/client';

/** How a request was made: as it should be, with one constraint broken, or as nobody should send it. */
export type Intent = 'valid' | 'broken' | 'hostile';

export interface FuzzRequest {
  /** Of which operation, or which root field. */
  operation: string;
  door: 'REST' | 'GRAPHQL';
  intent: Intent;
  /** In a few words: what was done to it. */
  what: string;
  method: Method;
  /** With its query, escaped. */
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** Where the document says that it must not be taken. */
  mustBeRefused?: boolean;
}

export interface FuzzAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  ms: number;
}

/** Until here a body stands in the line itself. */
const longestInLine = 6000;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Bytes that no terminal takes are written as escapes. */
const escapedBytes = (payload: string | Buffer): string =>
  [...Buffer.from(payload)]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

/**
 * One line for a shell, against the service at $FUZZ_URL with the key $FUZZ_KEY.
 * @param keep puts a body away that is too long for a line, or holds NUL, which no argument may. @returns its file
 */
export function curlOf(request: FuzzRequest, keep: (payload: string | Buffer) => string): string {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    name === 'x-api-key' ? `-H "x-api-key: $FUZZ_KEY"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const body = request.payload === undefined ? [] : [`--data-binary ${bodyOf(request.payload, keep)}`];
  const address = `"$FUZZ_URL"${quoted(request.url)}`;
  return ['curl -sS -i --path-as-is -g', `-X ${request.method}`, ...headers, ...body, address].join(' ');
}

function bodyOf(payload: string | Buffer, keep: (payload: string | Buffer) => string): string {
  const text = payload.toString();
  if (payload.length > longestInLine || text.includes('\u0000')) return `@${keep(payload)}`;
  return typeof payload === 'string' && isPlain(text) && !text.startsWith('@')
    ? quoted(text)
    : `$'${escapedBytes(payload)}'`;
}
