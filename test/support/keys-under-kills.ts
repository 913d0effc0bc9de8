import { setTimeout as pause } from 'node:timers/promises';
import { keyDoors, type NewApiKey } from './api-keys';
import type { RestAnswer } from './answers';
import type { ApiClient } from './client';
import type { SeededRandom } from './seeded-random';

const graceHours = 24;
/** Who revokes or ends something counts on it after so long. Domain: access-and-events Y6 */
export const bitesMs = 1000;
const retryMs = 20;

/** What a secret must do now. Between: it is being ended, and both answers are right. */
type Duty = 'opens' | 'between' | 'opens nothing';

/**
 * Asks by a secret until it is refused, for the second in which a change must have come everywhere.
 * @returns the last status
 */
export const statusAfterSecond = (api: ApiClient, secret: string): Promise<number> =>
  untilRefused(() => statusOf(api, secret));

/** @returns the first status that is no success, or what a second leaves of it */
export async function untilRefused(ask: () => Promise<RestAnswer>): Promise<number> {
  const beganAt = performance.now();
  for (;;) {
    const { status } = await ask();
    if (status !== 200 || performance.now() - beganAt > bitesMs) return status;
  }
}

const statusOf = (api: ApiClient, secret: string): Promise<RestAnswer> =>
  api.as({ key: secret }).rest('GET', '/products?limit=1');

/** One who rotates a key again and again, and those who use it meanwhile, over processes that are killed. */
export class KeyCourse {
  readonly faults: string[] = [];
  /** Rotations that were acknowledged, and those of which the answer was lost. */
  readonly told = { rotated: 0, lost: 0, asked: 0 };
  private readonly duties = new Map<string, Duty>();
  private key: NewApiKey;
  private newest: string;
  private isOver = false;

  /** @param keeper the process that may be killed; its client changes with each start */
  constructor(
    key: NewApiKey,
    private readonly keeper: () => ApiClient,
    private readonly others: () => readonly ApiClient[],
    private readonly random: SeededRandom,
  ) {
    this.key = key;
    this.newest = key.secret;
    this.duties.set(key.secret, 'opens');
  }

  /** Until so many rotations were acknowledged. */
  async rotate(times: number): Promise<void> {
    try {
      while (this.told.rotated < times) await this.turn();
    } finally {
      this.isOver = true;
    }
  }

  /** Asks without a pause, by secrets that must open the key, until the rotation is over. */
  async use(): Promise<void> {
    while (!this.isOver) {
      const opening = [...this.duties].filter(([, duty]) => duty === 'opens').map(([secret]) => secret);
      const secret = this.random.pick(opening);
      const api = this.random.pick([this.keeper(), ...this.others()]);
      const status = await statusOf(api, secret).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === undefined) await pause(retryMs);
      else this.told.asked++;
      // It may have been ended while it was on its way.
      if (status === 401 && this.duties.get(secret) === 'opens')
        this.faults.push(`${secret.slice(-4)} was refused, and must open the key`);
    }
  }

  /** At the end, in every process: what must open the key does, and nothing else. */
  async expectDuties(): Promise<void> {
    for (const api of [this.keeper(), ...this.others()])
      for (const [secret, duty] of this.duties) {
        const isOpen = duty === 'opens';
        const status = isOpen ? (await statusOf(api, secret)).status : await statusAfterSecond(api, secret);
        if (status !== (isOpen ? 200 : 401))
          this.faults.push(`${secret.slice(-4)} ${duty}, and was answered ${status}`);
      }
  }

  get keyId(): string {
    return this.key.id;
  }

  private async turn(): Promise<void> {
    const { newest: before } = this;
    const name = `rotation ${this.told.rotated} ${this.told.lost}`;
    const path = `/api-keys/${this.key.id}/rotate`;
    const answer = await this.untilAnswered((api) =>
      api.rest('POST', path, { graceHours }, { 'idempotency-key': name }),
    );
    const { data } = answer.body as { data: { secret: string | null } };
    if (data.secret === null) return this.replaceKey();
    this.newest = data.secret;
    this.duties.set(data.secret, 'opens');
    this.told.rotated++;
    this.duties.set(before, 'between');
    await this.untilAnswered((api) => keyDoors.REST.setGrace(api, this.key.id, 0), 'ApiKeyExpired');
    await this.expectEnded(before);
  }

  /** The process was killed when it was done and had told nobody: the secret is lost, and callers go on with the one that they have. */
  private async replaceKey(): Promise<void> {
    this.told.lost++;
    const body = { displayName: 'the next', scopes: ['products:read'] };
    const made = await this.untilAnswered((api) => api.rest('POST', '/api-keys', body));
    const { data: key } = made.body as { data: NewApiKey };
    const [id, before] = [this.key.id, this.newest];
    this.duties.set(key.secret, 'opens');
    [this.key, this.newest] = [key, key.secret];
    this.duties.set(before, 'between');
    await this.untilAnswered((api) => keyDoors.REST.revoke(api, id));
    await this.expectEnded(before);
  }

  private async expectEnded(secret: string): Promise<void> {
    await Promise.all(
      this.others().map(async (api) => {
        const status = await statusAfterSecond(api, secret);
        if (status !== 401) this.faults.push(`${secret.slice(-4)} opens the key a second after its end`);
      }),
    );
    this.duties.set(secret, 'opens nothing');
  }

  /** @param done code of the refusal that says that it was done by the first try */
  private async untilAnswered(
    call: (api: ApiClient) => Promise<RestAnswer>,
    done?: string,
  ): Promise<RestAnswer> {
    for (;;) {
      const answer = await call(this.keeper()).catch(() => undefined);
      const code = (answer?.body as { code?: string } | undefined)?.code;
      if (answer && (answer.status < 300 || (done !== undefined && code === done))) return answer;
      // Broken off, or the transaction of the killed process holds the key still.
      const mayCome =
        !answer || answer.status === 503 || code === 'ObjectAlreadyBeingUsedByAnotherRequestError';
      if (!mayCome) throw new Error(`Refused: ${answer.text}`);
      await pause(retryMs);
    }
  }
}
