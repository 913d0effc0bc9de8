import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from './event';
import { mark, type Mark } from './extension-marks';
import { ExtensionRegistry } from './extension-registry';

abstract class Point<F> {
  declare readonly facts: F;
  constructor(readonly name: string) {}
}

/** May it? Exported by the module that asks before it changes a noun of its own. */
export class Question<F> extends Point<F> {
  readonly form = 'question';
}

/** What must become true with it? Exported by the module that announces a change of a noun of its own. */
export class Change<F> extends Point<F> {
  readonly form = 'change';
}

/** Who knows? Exported by the module that asks who stands on its noun. The answers are keys unless it says otherwise. */
export class Survey<F, A = string> extends Point<F> {
  readonly form = 'survey';
  declare readonly answers: A;
}

/**
 * The owner of a noun raises its points, in its transaction, and knows none of those above it who extend them. One after the
 * other, in the order of the registry. ADR-0046
 */
@Injectable()
export class Extensions {
  constructor(private readonly registry: ExtensionRegistry) {}

  /** May it? @throws the refusal of the first who objects */
  async ask<F>(question: Question<F>, facts: F): Promise<void> {
    await this.raise(question, facts);
  }

  /** What must become true with it becomes so. @throws the failure of the first who cannot follow */
  async announce<F>(change: Change<F>, facts: F): Promise<void> {
    await this.raise(change, facts);
  }

  /** Who knows? The answers of all, in their order; equal texts once. */
  async survey<F, A>(survey: Survey<F, A>, facts: F): Promise<Set<A>> {
    const told = await this.raise(survey, facts);
    return new Set((told as Iterable<A>[]).flatMap((answers) => [...answers]));
  }

  private async raise<F>(
    { form, name }: Question<F> | Change<F> | Survey<F, unknown>,
    facts: F,
  ): Promise<unknown[]> {
    const told: unknown[] = [];
    for (const extension of this.registry.of(form, name)) told.push(await extension.run(facts));
    return told;
  }
}

const marking =
  <F, A, M = never>({ form, name }: Pick<Mark, 'form' | 'name'>, facts?: object) =>
  <H extends (facts: F, more: M) => Promise<A>>(
    prototype: object,
    method: string,
    _: TypedPropertyDescriptor<H>,
  ): void =>
    mark(prototype, { form, name, method, facts });

/** Refuses by throwing its DomainError, inside the transaction of the owner. */
export const Vetoes = <F>(question: Question<F>) => marking<F, void>(question);

/** Acts in the transaction of the change; its failure undoes the change. */
export const Follows = <F>(change: Change<F>) => marking<F, void>(change);

/** Tells what it knows, and refuses nothing. */
export const Answers = <F, A>(survey: Survey<F, A>) => marking<F, Iterable<A>>(survey);

/** Runs once per event, after the commit that recorded it, in a transaction of its own. */
export const OnEvent = (type: string) => marking<RecordedEvent, void>({ form: 'event', name: type });

/** One of the tries that a job has. */
export interface JobTry {
  /** Should it fail, it is not tried again. */
  isLast: boolean;
}

/**
 * Does short work that is asked for by `Jobs.ask`. At least once; repeated, later and later, as long as it fails, five times at most: what must not
 * be given up in silence takes the `JobTry` as its second argument.
 */
export const Job = (name: string) => marking<never, void, JobTry>({ form: 'job', name });

/**
 * Keeps in order what belongs to the database and to no one tenant: every hour, when a process starts, and again as long as it fails. It may be
 * done by two processes at once.
 * @param schedule another one, as crontab writes it
 */
export const Upkeep = (name: string, schedule = '7 * * * *') =>
  marking<void, void>({ form: 'upkeep', name }, { schedule });

/** As the queue knows what bears `@Upkeep`. */
export const scheduleOf = ({ name, facts }: Mark): string =>
  `${(facts as { schedule: string }).schedule} ${name}`;
