import type { OtherProcess, TestApp } from './app';
import type { Json } from './catalog';
import { MemoryAndTables } from './memory-and-tables';
import type { SeededRandom } from './seeded-random';
import { Answers } from './validity-story';

type Question = [about: string, ask: () => Promise<Json | undefined>];

/** What was answered, and until when it holds; null: until somebody writes. */
interface Taken {
  answer: unknown;
  until: string | null;
  at: Date;
}

export const featuresAsked = ['sso', 'calls', 'seats', 'size'];
export const resourcesAsked = ['site-1', 'site-2'];
const dimensions = { agentId: 'agent' };

/** Moved by each write, or by definition: of the answer itself only what is granted and used. */
const unjudged = new Set(['validUntil', 'entitlementUpdatedAt', 'usageUpdatedAt', 'at']);
/** In an explanation, of sources that do not win too: the answer does not depend on their windows. */
const windows = new Set(['usagePeriodStart', 'usagePeriodEnd']);

/** All that is answered about some customers, held against what is answered as time goes on. Domain: entitlements-usage G10 */
export class TimedAnswers {
  private readonly taken = new Map<string, Map<string, Taken>>();
  private readonly instants = new Map<string, string>();
  private readonly both: MemoryAndTables;
  /** Answers that held until they were asked for again. */
  held = 0;

  constructor(
    private readonly app: TestApp,
    other: OtherProcess,
    private readonly customerIds: readonly string[],
    private readonly chance: SeededRandom,
  ) {
    this.both = new MemoryAndTables(app, other);
  }

  /** When something that was answered may change next, in their order. */
  get dues(): number[] {
    const all = [...this.taken.values()].flatMap((answers) => [...answers.values()]);
    const instants = all.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]));
    return [...new Set(instants)].filter((each) => each > this.now.getTime()).sort((a, b) => a - b);
  }

  /** Asks everything anew: what should hold still must be the same. */
  async goOn(): Promise<void> {
    for (const customerId of this.customerIds) await this.takeOf(customerId);
  }

  /** After a write of the customer, whatever was answered before. */
  async renew(customerId: string): Promise<void> {
    this.taken.delete(customerId);
    this.instants.set(customerId, this.inDays(this.chance.whole(0, 40)));
    await this.takeOf(customerId);
  }

  private async takeOf(customerId: string): Promise<void> {
    const before = this.taken.get(customerId);
    const taken = new Map<string, Taken>();
    for (const [about, ask] of this.questionsOf(customerId)) {
      const told = await ask();
      if (told === undefined || saysNothing(told)) continue;
      const was = before?.get(about);
      const now = { answer: judgedOf(told), until: untilOf(told), at: this.now };
      if (was && (was.until === null || Date.parse(was.until) > this.now.getTime())) {
        expect({ customerId, about, was, answer: now.answer }).toEqual({
          customerId,
          about,
          was,
          answer: was.answer,
        });
        this.held++;
      }
      taken.set(about, now);
    }
    this.taken.set(customerId, taken);
    const query = this.chance.pick([
      { currencyId: 'tokens' },
      { featureId: this.chance.pick(featuresAsked) },
    ]);
    const resource = this.chance.pick([{}, { resourceId: this.chance.pick(resourcesAsked) }]);
    await this.both.check(customerId, { ...query, ...resource });
  }

  private questionsOf(customerId: string): Question[] {
    const answers = new Answers(this.app, this.app.a.api, this.chance.pick(['REST', 'GRAPHQL']), customerId);
    const rest = new Answers(this.app, this.app.a.api, 'REST', customerId);
    const tokens = { currencyId: 'tokens' };
    const at = this.instants.get(customerId);
    return [
      ...featuresAsked.map((featureId): Question => [featureId, () => answers.check({ featureId })]),
      ['tokens', () => answers.check(tokens)],
      ...resourcesAsked.flatMap((resourceId): Question[] => [
        [`calls of ${resourceId}`, () => answers.check({ featureId: 'calls', resourceId })],
        [`tokens of ${resourceId}`, () => answers.check({ ...tokens, resourceId })],
        [`list of ${resourceId}`, () => rest.list({ resourceId })],
      ]),
      ['list', () => rest.list()],
      ['explained', () => rest.explain({ featureId: 'calls' })],
      ['calls within', () => rest.within({ featureId: 'calls', dimensions })],
      ['tokens within', () => rest.within({ ...tokens, dimensions })],
      ...(at === undefined ? [] : [[`calls at ${at}`, () => rest.askedAt('calls', at)] as Question]),
    ];
  }

  private inDays(days: number): string {
    return new Date(this.now.getTime() + days * 86_400_000).toISOString();
  }

  private get now(): Date {
    return this.app.clock.now();
  }
}

/** Until when holds what is said of a list by what it tells: an empty one tells nothing. */
const saysNothing = ({ entitlements }: Json): boolean =>
  Array.isArray(entitlements) && entitlements.length === 0;

/** Of a list the earliest of what it tells. */
function untilOf(told: Json): string | null {
  const { entitlement, entitlements } = told as { entitlement?: Json; entitlements?: Json[] };
  const all = entitlements ?? [entitlement ?? told];
  const instants = all.flatMap(({ validUntil }) => (typeof validUntil === 'string' ? [validUntil] : []));
  return instants.sort()[0] ?? null;
}

/** As JSON tells it: GraphQL tells null of what REST leaves out. */
const judgedOf = (told: Json): unknown =>
  JSON.parse(
    JSON.stringify(told, (key, value: unknown) =>
      unjudged.has(key) || value === null || ('sources' in told && windows.has(key)) ? undefined : value,
    ),
  );
