import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { KeyPepper } from '#libs/security/key-pepper';
import { seal, unseal } from '#libs/security/sealed-text';
import { Database } from './database';

interface StoredAnswer {
  fingerprint: string;
  answer: unknown;
  was_there: boolean;
}

export interface RepeatedCall {
  operation: string;
  /** The client's Idempotency-Key. */
  key: string;
  request: unknown[];
  /** The answer shows a secret, which may not lie readable in the database. Decision 1 of the interface's README. */
  isSecret: boolean;
}

const purpose = 'idempotent-answer';

const keptHours = 24;

// An expired row is taken over, so the cleaning job is bookkeeping only.
const claim = {
  name: 'idempotent_answer.claim',
  text: `insert into idempotent_answer (environment_id, door, operation, key, fingerprint, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (environment_id, door, operation, key) do update
           set fingerprint = excluded.fingerprint, answer = null, was_there = false, created_at = excluded.created_at
           where idempotent_answer.created_at <= $6::timestamptz - interval '${keptHours} hours'
         returning key`,
};
const look = {
  name: 'idempotent_answer.look',
  text: `select fingerprint, answer, was_there from idempotent_answer
          where environment_id = $1 and door = $2 and operation = $3 and key = $4`,
};
const keep = {
  name: 'idempotent_answer.keep',
  text: `update idempotent_answer set answer = $5, was_there = $6
          where environment_id = $1 and door = $2 and operation = $3 and key = $4`,
};

/**
 * The answer of a write under the client's Idempotency-Key, stored in the transaction of the work: a refusal or a crash
 * rolls both back, so only successes are kept. Domain: access-and-events B9.
 */
@Injectable()
export class IdempotentAnswers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly pepper: KeyPepper,
  ) {}

  /**
   * @throws BadUserInput when the key came with another request before,
   *   ObjectAlreadyBeingUsedByAnotherRequestError while the first is running
   */
  async once(
    { operation, key, request, isSecret }: RepeatedCall,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const context = requireContext();
    const id = [currentEnvironmentId(), context.door, operation, key];
    await this.lock(id);
    const fingerprint = createHash('sha256').update(canonicalJson(request)).digest('base64url');
    const claimed = await this.database.query(claim, [...id, fingerprint, this.clock.now()]);
    if (claimed.length > 0) {
      const answer = await work();
      const kept = JSON.stringify(answer ?? null);
      const stored = isSecret ? JSON.stringify(seal(kept, this.pepper.value, purpose, id.join(' '))) : kept;
      await this.database.query(keep, [...id, stored, context.wasThere ?? false]);
      return answer;
    }
    const [stored] = await this.database.query<StoredAnswer>(look, id);
    if (stored?.fingerprint !== fingerprint) {
      throw badInput(
        'Idempotency-Key was used before with another request; send a new key for a new request',
      );
    }
    context.replayed = true;
    if (stored.was_there) context.wasThere = true;
    if (!isSecret) return stored.answer;
    return JSON.parse(unseal(String(stored.answer), this.pepper.value, purpose, id.join(' '))) as unknown;
  }

  /** Waiting for the first request would hold a connection, so the second is refused at once. */
  private async lock(id: string[]): Promise<void> {
    const [row] = await this.database.query<{ locked: boolean }>(
      {
        name: 'idempotent_answer.lock',
        text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
      },
      [JSON.stringify(id)],
    );
    if (row?.locked) return;
    throw new DomainError(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
      'The first request with this Idempotency-Key is still running; repeat it in a moment',
    );
  }
}
