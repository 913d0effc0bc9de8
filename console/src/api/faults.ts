/** The service answered, and refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: string | null,
    message: string,
    /** By which the log of the service knows the request. */
    readonly requestId: string | null,
    /** Until when the service asks to be left alone. */
    readonly waitMs: number | undefined,
    private readonly mayComeAgain: boolean,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<Refusal> {
    const { status, headers } = response;
    const told = (await response.json().catch(() => ({}))) as { message?: unknown; code?: unknown };
    const message = typeof told.message === 'string' ? told.message : `The service answered ${status}`;
    const again = headers.get('x-should-retry');
    return new Refusal(
      status,
      typeof told.code === 'string' ? told.code : null,
      message,
      headers.get('x-request-id'),
      waitOf(headers),
      again === null ? status === 429 || status >= 500 : again === 'true',
    );
  }

  /** It passes by itself: too many requests, an overload, a lock of somebody else. */
  get isPassing(): boolean {
    return this.mayComeAgain;
  }

  get isUnknown(): boolean {
    return this.status === 404;
  }

  get isForbidden(): boolean {
    return this.status === 403;
  }
}

/** No answer came. */
export class Away extends Error {
  override readonly name = 'Away';
  readonly isPassing = true;
  readonly waitMs = undefined;
}

export type Fault = Refusal | Away;

export const isPassing = (error: unknown): error is Fault =>
  (error instanceof Refusal || error instanceof Away) && error.isPassing;

function waitOf(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? NaN);
  if (Number.isFinite(ms)) return ms;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

const longestWaitMs = 30_000;

/** How long until the next try: as the service asks, else longer each time. */
export function waitBefore(tries: number, error: unknown): number {
  const asked = isPassing(error) ? error.waitMs : undefined;
  return Math.min(asked ?? 500 * 2 ** Math.min(tries, 4), longestWaitMs);
}
