import { Injectable } from '@nestjs/common';
import type { Dimension } from '#libs/business/values/metered-event';
import { FreshAnswers } from '#libs/changes/fresh-answers';
import { currentEnvironmentId } from '#libs/context/request-context';
import { noteStanding } from '#libs/context/standing';
import { Clock } from '#libs/kernel/clock';
import type { Soon } from '#libs/kernel/soon';
import { Gathering } from '#libs/persistence/gathering';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { NamedEntity } from '#modules/entitlements/metering';
import { BudgetInForce } from './budget-in-force.record';
import type { ChainNode, Chains } from './domain/governance-chain';
import { namedBy } from './domain/named-entities';
import { GovernanceChainsReader, type ChainQuestion, type ReadChains } from './governance-chains.reader';
import { HeldAttributionKeys } from './held-attribution-keys.cache';
import { HeldChains } from './held-chains.cache';

/** What a check asks: whom its dimensions name is known by the attribution keys. */
type Asked = Omit<ChainQuestion, 'named' | 'at'> & { dimensions: Readonly<Record<string, Dimension>> };

/** Checks that are answered together at most. */
const largestGroup = 200;
const nobody: Chains = [];

/**
 * The budgets that a check is held against, as of the instant that it asks: from memory where that will do. Domain: entitlements-usage Q10;
 * access-and-events G6, G8; ADR-0136
 */
@Injectable()
export class BudgetChains {
  /** What is asked at once is read by one statement. */
  private readonly lanes = new Gathering<ChainQuestion, ReadChains>(
    (environmentId, questions) => this.loaded(environmentId, questions),
    { most: largestGroup, sizeOf: () => 1 },
  );

  constructor(
    private readonly reader: GovernanceChainsReader,
    private readonly held: HeldChains,
    private readonly keys: HeldAttributionKeys,
    private readonly fresh: FreshAnswers,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** None where the dimensions name nobody. */
  of(asked: Asked): Soon<Chains> {
    const environmentId = currentEnvironmentId();
    const now = this.clock.now();
    return this.fresh.of(
      'budgets',
      () => this.heldOf(environmentId, asked, now),
      () => this.fromTables(environmentId, asked, now),
    );
  }

  /** Undefined where something of it is not held. */
  private heldOf(environmentId: string, { dimensions, ...about }: Asked, at: Date): Chains | undefined {
    const keys = this.keys.held(environmentId);
    if (!keys) return undefined;
    const named = namedBy(dimensions, keys);
    if (named.length === 0) return nobody;
    return this.held.find(environmentId, about.customerId, nameOf({ ...about, named }), at);
  }

  private async fromTables(
    environmentId: string,
    { dimensions, ...about }: Asked,
    at: Date,
  ): Promise<Chains> {
    const named = namedBy(dimensions, await this.keys.ofEnvironment());
    if (named.length === 0) return nobody;
    const question = { ...about, named, at };
    const { chains, version } = this.unitOfWork.isOpen
      ? ((await this.reader.of([question]))[0] as ReadChains)
      : await this.lanes.ask(environmentId, question);
    noteStanding({ version, stalenessMs: 0 });
    return chains.map((chain) => chain.map((read) => new BudgetInForce(read, at).nodeAt(at) as ChainNode));
  }

  /** What was read is held from now on. */
  private loaded(environmentId: string, questions: readonly ChainQuestion[]): Promise<ReadChains[]> {
    return this.held.loads.during(async (load) => {
      const answers = await this.reader.of(questions);
      for (const [place, read] of answers.entries()) {
        const { at, ...asked } = questions[place] as ChainQuestion;
        const about = { customerId: asked.customerId, question: nameOf(asked), at };
        if (read.isWhole) this.held.keep(environmentId, load, about, read);
      }
      return answers;
    });
  }
}

const nameOf = ({ featureId, currencyId, named }: Omit<ChainQuestion, 'at'>): string =>
  JSON.stringify([featureId, currencyId, ...named.map(({ key, id }: NamedEntity) => [key, id])]);
