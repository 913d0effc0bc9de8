import { Injectable } from '@nestjs/common';
import { noteStanding } from '#libs/context/standing';
import { Clock } from '#libs/kernel/clock';
import { Within } from '#libs/use-cases/use-case';
import type { CounterKey } from '#modules/entitlements/metering';
import { requireKnown } from './domain/known-span';
import { scopesOf, type GrantState, type KnownFeature, type KnownScope } from './known-state.record';
import { SnapshotsRepository, type DeclaredState, type Level, type Snapshot } from './snapshots.repository';
import { SourceHistoryReader, type KnownCustomer } from './source-history.reader';

/** What was known of one question at an instant. */
export interface KnownFacts {
  customerUid: string | null;
  isArchived: boolean;
  resourceUid: string | null;
  feature: KnownFeature | null;
  scopes: KnownScope[];
}

interface Whom {
  customerId: string;
  resourceId: string | null;
}

/** For who asks about an instant to come: what is known now is all that is known. */
const latest = new Date('9999-12-31T23:59:59.999Z');

/** What sources grant, and what was known of it before. Domain: entitlements-usage G9, Q15 */
@Injectable()
export class SourceHistory {
  constructor(
    private readonly snapshots: SnapshotsRepository,
    private readonly reader: SourceHistoryReader,
    private readonly clock: Clock,
  ) {}

  /** Levels that several subjects of a turn will change. */
  @Within()
  holdLevels(levels: readonly Level[]): Promise<void> {
    return this.snapshots.hold(levels);
  }

  /** Changes the sources of one level, one writer at a time. Each state that this gives one of them is kept. */
  @Within()
  declare(
    customerUid: string,
    resourceKey: string,
    now: Date,
    change: (s: Snapshot) => Snapshot,
  ): Promise<DeclaredState> {
    return this.snapshots.update(customerUid, resourceKey, now, change);
  }

  /** @throws BadUserInput for an instant at which nothing is known */
  @Within()
  async factsOn(whom: Whom, featureId: string, at: Date): Promise<KnownFacts> {
    const instant = this.knownAt(at);
    const [known, feature] = await Promise.all([
      this.reader.ofCustomer(whom.customerId, whom.resourceId, instant),
      this.reader.feature(featureId, instant),
    ]);
    return { ...this.told(known, at), feature };
  }

  /** On each feature that a source named, in the order of their ids, or one without a feature. @throws BadUserInput as `factsOn` */
  @Within()
  async factsOfCustomer(whom: Whom, at: Date): Promise<KnownFacts[]> {
    const instant = this.knownAt(at);
    const told = this.told(await this.reader.ofCustomer(whom.customerId, whom.resourceId, instant), at);
    const named = [...new Set(told.scopes.flatMap(({ grants }) => Object.keys(grants)))];
    const features = await this.reader.features(named, instant);
    if (features.length === 0) return [{ ...told, feature: null }];
    return features.sort((a, b) => (a.id < b.id ? -1 : 1)).map((feature) => ({ ...told, feature }));
  }

  /** What the sources of a counter's level have granted of its feature, in the order in which it was declared. */
  @Within()
  statesOf(counter: CounterKey): Promise<GrantState[]> {
    return this.reader.statesOf(counter);
  }

  /** Does a subscription on any of its resources grant one of these features now? */
  @Within()
  isGrantedToResources(customerUid: string, featureUids: readonly string[], now: Date): Promise<boolean> {
    return this.reader.isGrantedToResources(customerUid, featureUids, now);
  }

  private knownAt(at: Date): Date {
    return at < this.clock.now() ? at : latest;
  }

  /** Of a customer that there is not, nothing else is asked. */
  private told(known: KnownCustomer, at: Date): Omit<KnownFacts, 'feature'> {
    noteStanding({ version: known.version, stalenessMs: 0 });
    const { customerUid, isArchived, resourceUid, createdAt, knownFrom, sources } = known;
    // What was known of a past instant stays so; one to come is answered by what is there now, until that changes.
    const dues = at < this.clock.now() ? {} : known.dues;
    if (customerUid !== null) {
      const lives = sources.filter(({ granted }) => granted !== null);
      requireKnown(at, this.clock.now(), Math.max(createdAt ?? 0, knownFrom ?? 0), lives);
    }
    return { customerUid, isArchived, resourceUid, scopes: scopesOf(sources, dues) };
  }
}
