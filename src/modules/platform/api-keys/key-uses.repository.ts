import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

/** That a key was let in. */
export interface KeyUse {
  environmentId: string;
  uid: string;
  at: Date;
  /** Under the pepper of now, of a secret whose digest lies under a former one. */
  moved?: MovedDigest;
}

export interface MovedDigest {
  /** Is it that of the secret from before? */
  isPrevious: boolean;
  before: string;
  after: string;
  pepperId: string;
}

/** Between two that are written down of one key. Domain: access-and-events Y10 */
export const leastApartMs = 60_000;

// Of other processes the first to write wins, and nobody waits for a key that is being changed: it is used again.
const note = `update api_key t set last_used_at = u.at
                from (select k.environment_id, k.uid, n.at
                        from jsonb_to_recordset($1::jsonb) as n(environment_id uuid, uid uuid, at timestamptz)
                        join api_key k on k.environment_id = n.environment_id and k.uid = n.uid
                       where k.last_used_at is null or k.last_used_at <= n.at - interval '${leastApartMs} milliseconds'
                         for no key update of k skip locked) u
               where t.environment_id = u.environment_id and t.uid = u.uid`;

// Other processes hold the key under its digest from before.
const movePresent = `with moved as (update api_key set digest = $4, pepper_id = $5
                                     where environment_id = $1 and uid = $2 and digest = $3 returning uid)
                     select pg_notify('api_key_revoked', $3) from moved`;
const movePrevious = `update api_key set previous_digest = $4, previous_pepper_id = $5
                       where environment_id = $1 and uid = $2 and previous_digest = $3`;

/** What is written of keys beside the requests that they are used in. Neither is a state of the key: its revision stays. */
@Injectable()
export class KeyUsesRepository {
  constructor(private readonly database: Database) {}

  async note(uses: readonly KeyUse[]): Promise<void> {
    const rows = uses.map(({ environmentId, uid, at }) => ({ environment_id: environmentId, uid, at }));
    await this.database.queryEverywhere(note, [JSON.stringify(rows)]);
  }

  /** Nothing where the key has another secret by now. Domain: access-and-events Y8 */
  async move({ environmentId, uid, moved }: KeyUse): Promise<void> {
    if (!moved) return;
    const { isPrevious, before, after, pepperId } = moved;
    const text = isPrevious ? movePrevious : movePresent;
    await this.database.queryIn(environmentId, text, [environmentId, uid, before, after, pepperId]);
  }
}
