import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { FreshAnswers } from '#libs/changes/fresh-answers';
import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import { noteStanding } from '#libs/context/standing';
import type { Soon } from '#libs/kernel/soon';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { EntitlementsReader, type Read } from './entitlements.reader';
import { HeldEntitlements } from './held-entitlements.cache';
import type { GrantFacts, Question, StoredFacts, WhoAsked } from './stored-facts.record';

interface Asked {
  questions: readonly Question[];
  at: Date;
}

interface Answered {
  answers: StoredFacts[];
  version: number;
}

/**
 * The facts behind every answer about entitlements: from memory where the change feed says that it will do, else from the tables, which
 * memory then has too. Each answer's place and age are noted for its headers. ADR-0054
 */
@Injectable()
export class EntitlementFacts {
  // The last one asked is the latest, and what has begun for an earlier one has begun for it.
  private readonly checks = this.gatheringOf((questions, at) => this.reader.withUsage(questions, at));
  private readonly reports = this.gatheringOf((questions) => this.reader.withoutUsage(questions));
  private readonly explanations = this.gatheringOf(
    (questions, at) => this.reader.withUsage(questions, at),
    (read) => read(),
  );

  constructor(
    private readonly reader: EntitlementsReader,
    private readonly held: HeldEntitlements,
    private readonly fresh: FreshAnswers,
    private readonly feed: ChangeFeed,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** What a check asks. */
  of(question: Question, at: Date): Soon<StoredFacts> {
    const environmentId = currentEnvironmentId();
    return this.fresh.of(
      'entitlements',
      () => this.held.factsOn(environmentId, question),
      async () => (await this.askedOf(this.checks, { questions: [question], at }))[0] as StoredFacts,
    );
  }

  /** The same as the tables tell it, and not held: memory knows no keys of sources. */
  async fromTables(question: Question, at: Date): Promise<StoredFacts> {
    const read = () => this.askedOf(this.explanations, { questions: [question], at });
    return (await this.fresh.read('entitlements', read))[0] as StoredFacts;
  }

  /** What reports ask, which know themselves what was used. */
  withoutUsage(questions: readonly Question[], at: Date): Soon<GrantFacts[]> {
    const environmentId = currentEnvironmentId();
    return this.fresh.of(
      'entitlements',
      () => this.held.grantsOnAll(environmentId, questions),
      () => this.besideHeld(questions, at),
    );
  }

  /** Those that memory lacks from the tables, and the others from memory where that will do. */
  private async besideHeld(questions: readonly Question[], at: Date): Promise<GrantFacts[]> {
    if (this.unitOfWork.isOpen || questions.length === 1)
      return this.askedOf(this.reports, { questions, at });
    const standing = this.feed.present(requireContext().atLeast) ?? (await this.feed.renewed());
    const environmentId = currentEnvironmentId();
    const held = questions.map((question) => standing && this.held.grantsOn(environmentId, question));
    const lacking = questions.filter((_, place) => !held[place]);
    if (standing && lacking.length < questions.length) noteStanding(standing);
    const read = lacking.length > 0 ? await this.askedOf(this.reports, { questions: lacking, at }) : [];
    const rest = read.values();
    return held.map((answer) => answer ?? (rest.next().value as GrantFacts));
  }

  /** On each feature that a source of the customer names, in the order of their ids, or one without a feature. */
  async ofCustomer(asked: WhoAsked, at: Date): Promise<StoredFacts[]> {
    const environmentId = currentEnvironmentId();
    const facts = await this.fresh.of(
      'entitlements',
      () => this.held.allOf(environmentId, asked),
      async () => told(await this.loaded(() => this.reader.ofCustomer(asked, at))),
    );
    return facts.sort((a, b) => ((a.feature?.id ?? '') < (b.feature?.id ?? '') ? -1 : 1));
  }

  /** Outside a transaction, what is asked at once about one environment shares a statement. */
  private async askedOf(gathering: Gathering<Asked, Answered>, asked: Asked): Promise<StoredFacts[]> {
    const environmentId = currentEnvironmentId();
    if (!this.unitOfWork.isOpen) return told(await gathering.ask(environmentId, asked));
    return told((await gathering.askAll(environmentId, [asked]))[0] as Answered);
  }

  private gatheringOf(
    read: (questions: readonly Question[], at: Date) => Promise<Read>,
    load = (work: () => Promise<Read>): Promise<Read> => this.loaded(work),
  ): Gathering<Asked, Answered> {
    const askAll = async (_: string, together: Asked[]): Promise<Answered[]> => {
      const questions = together.flatMap((asked) => asked.questions);
      const { answers, version } = await load(() => read(questions, (together.at(-1) as Asked).at));
      return together.map((asked) => ({ answers: answers.splice(0, asked.questions.length), version }));
    };
    return new Gathering(askAll, { most: 100, sizeOf: ({ questions }) => questions.length });
  }

  /** What was read is held from now on, but for what a transaction has seen of its own. */
  private async loaded(read: () => Promise<Read>): Promise<Read> {
    if (this.unitOfWork.isOpen) return read();
    return this.held.loads.during(async (load) => {
      const facts = await read();
      for (const customer of facts.customers) this.held.keep(currentEnvironmentId(), load, customer);
      return facts;
    });
  }
}

/** Read after it was asked for. */
function told({ answers, version }: Answered): StoredFacts[] {
  noteStanding({ version, stalenessMs: 0 });
  return answers;
}
