import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import type { Permission } from '#libs/kernel/permission';
import { soon, soonOr, type Soon } from '#libs/kernel/soon';
import { Metrics } from '#libs/telemetry/metrics';
import { traced } from '#libs/telemetry/tracing';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { RateLimits } from '#libs/security/rate-limits';
import { placed } from '#libs/context/about';
import { Precondition } from '#libs/context/precondition';
import {
  copyOf,
  isInPublic,
  requireContext,
  runInContext,
  type Principal,
  type RequestContext,
} from '#libs/context/request-context';
import { IdempotentAnswers } from './idempotent-answers';
import { requireOwn, requirePermission, speakerOf } from './permission';
import { isListing, UseCases, type UseCaseFacts } from './use-case';

type Work = () => Soon<unknown>;

interface Admitted {
  facts: UseCaseFacts;
  speaker: Principal | undefined;
}

/** Permission · entity limit · unit of work · idempotent answer · measurement, under the use case's name. */
@Injectable()
export class UseCaseRunner extends UseCases {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly answers: IdempotentAnswers,
    private readonly limits: RateLimits,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  run(facts: UseCaseFacts, args: unknown[], work: Work): Soon<unknown> {
    const context = requireContext();
    if (context.useCase) return work();
    const speaker = admitted(context, facts, args);
    const buckets = facts.touches?.(...(args as never[]));
    const touched = buckets && this.limits.touchEntities(buckets);
    return soon(touched, () =>
      traced({ name: facts.operation, kind: 'INTERNAL' }, () =>
        this.measured(context, { facts, speaker }, () => this.perform(facts, args, work)),
      ),
    );
  }

  private measured(context: RequestContext, { facts, speaker }: Admitted, work: Work): Soon<unknown> {
    const own = contextOf(context, facts);
    own.principal = speaker && placed(speaker, facts.about);
    const stop = this.metrics.startUseCase(facts.operation);
    const end = (outcome: string): void => {
      context.useCase = undefined;
      context.isListing = undefined;
      stop(outcome);
    };
    return soonOr(
      () =>
        // The context of a REST request is there already; to enter it again costs what it costs.
        soon(own === context ? work() : runInContext(own, work), (answer) => {
          if (own.replayed) context.replayed = true;
          if (own.wasThere) context.wasThere = true;
          end('ok');
          return answer;
        }),
      (error) => {
        end(outcomeOf(error));
        throw error;
      },
    );
  }

  private perform(facts: UseCaseFacts, args: unknown[], work: Work): Soon<unknown> {
    if (facts.needs.endsWith(':read')) return work();
    const { idempotencyKey: key, precondition } = requireContext();
    if (facts.commits === 'grouped' && key === undefined && !precondition) return work();
    if (facts.commits === 'last') return this.performOutside(facts, args, work);
    const guarded = async (): Promise<unknown> => (precondition ? met(precondition, work) : work());
    if (key === undefined) return this.unitOfWork.run(guarded);
    const call = callOf(facts, args, key);
    return this.unitOfWork.run(() => this.answers.once(call, guarded));
  }

  /** Outside any transaction; what it answers is committed as another write would be. */
  private async performOutside(facts: UseCaseFacts, args: unknown[], work: Work): Promise<unknown> {
    const context = requireContext();
    const { idempotencyKey: key, precondition } = context;
    const call = key === undefined ? undefined : callOf(facts, args, key);
    const told = call && (await this.answers.find(call));
    if (told) return told.answer;
    context.commit = <T>(last: () => Promise<T>): Promise<T> => {
      const guarded = async () => (precondition ? met(precondition, last) : last());
      return this.unitOfWork.run(() => (call ? this.answers.once(call, guarded) : guarded())) as Promise<T>;
    };
    try {
      return await work();
    } finally {
      context.commit = undefined;
    }
  }
}

/** Who asks, or in whose name. @throws what refuses it */
function admitted(context: RequestContext, facts: UseCaseFacts, args: unknown[]): Principal | undefined {
  const { principal } = context;
  const asked = isInPublic(principal) ? facts.asksAbout?.(...(args as never[])) : undefined;
  const speaker = speakerOf(context, facts, asked);
  requirePermission(context, facts, speaker);
  requireOwn(speaker, asked);
  return speaker;
}

function callOf({ operation, answersSecret = [] }: UseCaseFacts, request: unknown[], key: string) {
  const secretFields = [answersSecret].flat();
  return { operation, key, request, secretFields, granted: noteGrants(requireContext()) };
}

/**
 * What a use case knows of its request. Over REST that has one use case, and it is the context of the request itself until its work
 * ends; root fields of one GraphQL request run side by side and must not see each other's name.
 */
function contextOf(context: RequestContext, facts: UseCaseFacts): RequestContext {
  const own = context.door === 'REST' ? context : copyOf(context);
  const isWrite = !facts.needs.endsWith(':read');
  own.useCase = facts.operation;
  own.isListing = isListing(facts);
  own.precondition = isWrite && context.ifMatch ? new Precondition(context.ifMatch) : undefined;
  return own;
}

/**
 * Whatever permission the work asks for and gets, beside its own: a repeated request must have them too. Noted on the
 * principal itself, so that no use case can ask past it.
 */
function noteGrants(context: RequestContext): ReadonlySet<Permission> {
  const granted = new Set<Permission>();
  const { principal } = context;
  if (!principal) return granted;
  const may = (permission: Permission): boolean => {
    const isAllowed = principal.may(permission);
    if (isAllowed) granted.add(permission);
    return isAllowed;
  };
  context.principal = { ...principal, may };
  return granted;
}

async function met(precondition: Precondition, work: Work): Promise<unknown> {
  const answer = await work();
  precondition.requireMet();
  return answer;
}

/** A code, `Overloaded` where there was no room, or `fault`. */
function outcomeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return error instanceof Overloaded ? 'Overloaded' : 'fault';
}
