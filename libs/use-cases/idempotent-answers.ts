import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, requireContext, type Principal } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';
import { Database } from '#libs/persistence/database';
import { fingerprintInTurns, fingerprintOf } from '#libs/persistence/fingerprint';
import { ownKey } from './own-key';

interface StoredAnswer {
  fingerprint: string;
  answer: unknown;
  was_there: boolean;
  permissions: Permission[];
}

export interface RepeatedCall {
  operation: string;
  /** The client's Idempotency-Key. */
  key: string;
  request: unknown[];
  /** Fields of the answer that are told once and never stored: a new key's secret. */
  secretFields: readonly string[];
  /** What the work was granted while it ran, the operation's own permission apart. */
  granted: ReadonlySet<Permission>;
}

const keptHours = 24;
/** The lists of a document stand below its names, the body and the arguments of the call. */
const levelsOfRequest = 4;

// An expired row is taken over, so the cleaning job is bookkeeping only. $7 is the key as the release before ADR-0038 stored it.
const claim = `insert into idempotent_answer (environment_id, door, operation, key, fingerprint, created_at)
         select $1, $2, $3, $4, $5, $6
          where not exists (select from idempotent_answer
                             where environment_id = $1 and door = $2 and operation = $3 and key = $7
                               and created_at > $6::timestamptz - interval '${keptHours} hours')
         on conflict (environment_id, door, operation, key) do update
           set fingerprint = excluded.fingerprint, answer = null, was_there = false, permissions = '[]',
               created_at = excluded.created_at
           where idempotent_answer.created_at <= $6::timestamptz - interval '${keptHours} hours'
         returning key`;
const look = `select fingerprint, answer, was_there, permissions from idempotent_answer
          where environment_id = $1 and door = $2 and operation = $3 and key = $4`;
const lookLately = `${look} and created_at > $5::timestamptz - interval '${keptHours} hours'`;
const keep = `update idempotent_answer set answer = $5, was_there = $6, permissions = $7
          where environment_id = $1 and door = $2 and operation = $3 and key = $4`;

/**
 * The answer of a write under the client's Idempotency-Key, stored in the transaction of the work: a refusal or a crash
 * rolls both back, so only successes are kept. It belongs to the credential that made the request, and is told again only
 * while that still has all the permissions that the work needed. Domain: access-and-events B9; ADR-0038.
 */
@Injectable()
export class IdempotentAnswers {
  constructor(
    private readonly database: Database,
    private readonly clock: MachineClock,
  ) {}

  /**
   * @throws BadUserInput when the key came with another request before,
   *   ObjectAlreadyBeingUsedByAnotherRequestError while the first is running,
   *   IdentityForbidden when the caller lacks today what the first request was granted
   */
  async once(call: RepeatedCall, work: () => Promise<unknown>): Promise<unknown> {
    const context = requireContext();
    const id = idOf(call);
    await this.lock(id);
    const fingerprint = await printOf(call);
    const claimed = await this.inPlaceOf(id, claim, [fingerprint, this.clock.now(), call.key]);
    if (claimed.length === 0) return this.repeated(id, fingerprint);
    const answer = await work();
    const kept = JSON.stringify(withoutSecrets(answer ?? null, call.secretFields));
    const permissions = JSON.stringify([...call.granted]);
    await this.inPlaceOf(id, keep, [kept, context.wasThere ?? false, permissions]);
    return answer;
  }

  /**
   * The answer that is kept already, before anything is done for another one.
   * @throws BadUserInput when the key came with another request before, IdentityForbidden as `once`
   */
  async find(call: RepeatedCall): Promise<{ answer: unknown } | undefined> {
    const id = idOf(call);
    const [kept] = await this.inPlaceOf<{ answer: unknown }>(id, lookLately, [this.clock.now()]);
    return kept && { answer: await this.repeated(id, await printOf(call)) };
  }

  private async repeated(id: string[], fingerprint: string): Promise<unknown> {
    const context = requireContext();
    const [stored] = await this.inPlaceOf<StoredAnswer>(id, look);
    if (!stored) {
      throw badInput(
        'Idempotency-Key was used before the upgrade of this server, which cannot tell by whom; look whether that request ' +
          'did its work, and send a new key if not',
      );
    }
    if (stored.fingerprint !== fingerprint) {
      throw badInput(
        'Idempotency-Key was used before with another request; send a new key for a new request',
      );
    }
    requireStill(context.principal, stored.permissions);
    context.replayed = true;
    if (stored.was_there) context.wasThere = true;
    return stored.answer;
  }

  /** The work may have become that of an account meanwhile; what is kept stays where it was asked for. ADR-0111 */
  private inPlaceOf<R extends object>(id: string[], text: string, values: unknown[] = []): Promise<R[]> {
    return this.database.queryIn<R & Record<string, unknown>>(id[0] as string, text, [...id, ...values]);
  }

  /** Waiting for the first request would hold a connection, so the second is refused at once. */
  private async lock(id: string[]): Promise<void> {
    const [row] = await this.database.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
      [JSON.stringify(id)],
    );
    if (row?.locked) return;
    throw new DomainError(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
      'The first request with this Idempotency-Key is still running; repeat it in a moment',
    );
  }
}

function idOf({ operation, key }: RepeatedCall): string[] {
  const { door, principal } = requireContext();
  return [currentEnvironmentId(), door, operation, ownKey(principal, key)];
}

const printOf = async ({ request }: RepeatedCall): Promise<string> =>
  requireContext().isLarge ? fingerprintInTurns(request, levelsOfRequest) : fingerprintOf(request);

function withoutSecrets(answer: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0) return answer;
  return { ...(answer as object), ...Object.fromEntries(fields.map((field) => [field, null])) };
}

function requireStill(principal: Principal | undefined, permissions: readonly Permission[]): void {
  const missing = permissions.find((permission) => !principal?.may(permission));
  if (missing === undefined) return;
  throw new DomainError(
    'IdentityForbidden',
    `The first request with this Idempotency-Key used the permission ${missing}, which you no longer have`,
  );
}
