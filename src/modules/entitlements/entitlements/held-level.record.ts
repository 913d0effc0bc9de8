import { filled, Forms, type Form } from '#libs/kernel/condensed';
import type { StoredLife, StoredSource } from '#modules/entitlements/source-history';
import type { CounterFacts } from './domain/known-usage';
import type { ScopeFacts, StoredScope, StoredSpend } from './stored-facts.record';

/** As a scope is held: whose it is stands beside it, and of the keys of its sources only their order. */
type HeldScope = Omit<StoredScope, 'scope'>;

/** Of one feature: what it counted here, or that nothing was. */
interface Usage {
  feature: string;
  counter: Omit<CounterFacts, 'scope'> | null;
}

/** As many as a check reads: the newest. */
const heldWindows = 3;

// Plans differ in their terms, customers of a plan in their instants and their usage: a limit is a term.
const forms = new Forms(20_000, new Set(['limit']));

/**
 * What one level, a customer's own or that of one of its resources, grants and has used: the form that customers of a plan share, and
 * the numbers that are its own. First those of its sources, then those of each feature whose usage is known.
 */
export class HeldLevel {
  private form: Form;
  private numbers: readonly number[];
  private usages: readonly Form[] = none;

  /** @param scope undefined where nothing was ever granted */
  constructor(scope: StoredScope | undefined) {
    const numbers: number[] = [];
    this.form = forms.of(scope ? heldScope(scope) : null, numbers);
    this.numbers = fitting(numbers);
  }

  /** Of the numbers only. */
  get bytes(): number {
    return 8 * this.numbers.length;
  }

  /** Features that a source names, by uid. */
  get features(): string[] {
    return Object.keys((this.form.tree as HeldScope | null)?.grants ?? {});
  }

  /** What the level says of one feature, under the key that it is told by. None where it never granted anything. */
  scopesOn(feature: string | undefined, key: string): ScopeFacts[] {
    const scope = this.form.tree as HeldScope | null;
    if (!scope) return [];
    const grants = feature === undefined ? undefined : scope.grants[feature];
    const told: ScopeFacts = {
      scope: key,
      updatedAt: filled<number>(scope.updatedAt, this.numbers),
      subscriptions: filled<StoredLife[]>(scope.subscriptions, this.numbers),
      grants: filled<StoredSource[] | null>(grants ?? null, this.numbers),
    };
    if (scope.spends) told.spends = filled<StoredSpend[]>(scope.spends, this.numbers);
    return [told];
  }

  /** The counter of a feature, or none. Undefined where it is not known whether there is one. */
  countersOn(feature: string, key: string): CounterFacts[] | undefined {
    let start = this.form.size;
    for (const form of this.usages) {
      if (featureOf(form) === feature) {
        const counter = filled<Usage['counter']>((form.tree as Usage).counter, this.numbers, start);
        return counter ? [{ scope: key, ...counter }] : [];
      }
      start += form.size;
    }
    return undefined;
  }

  /** What a feature's usage is known to be from now on. */
  learn(feature: string, counter: CounterFacts | undefined): void {
    const { scope: _, ...facts } = counter ?? { scope: '' };
    const usage: Usage = { feature, counter: counter ? (facts as Usage['counter']) : null };
    if (this.renew(usage)) return;
    const others = this.known().filter(({ form }) => featureOf(form) !== feature);
    const kept = [...this.numbers.slice(0, this.form.size), ...others.flatMap(({ numbers }) => numbers)];
    this.keep([...others.map(({ form }) => form), forms.of(usage, kept)], kept);
  }

  /** Most usage changes in its numbers only, which then stand where they stood. */
  private renew(usage: Usage): boolean {
    let start = this.form.size;
    const before = this.usages.find((form) => {
      if (featureOf(form) === usage.feature) return true;
      start += form.size;
      return false;
    });
    const told: number[] = [];
    if (!before || forms.of(usage, told, before) !== before) return false;
    const numbers = this.numbers.slice();
    for (let place = 0; place < told.length; place++) numbers[start + place] = told[place] as number;
    this.numbers = numbers;
    return true;
  }

  /**
   * A counter after a group was counted, which tells the windows that it counted into. The others that are known are as they were:
   * a report changes none that does not hold it.
   */
  count(feature: string, counter: CounterFacts): void {
    const [before] = this.countersOn(feature, counter.scope) ?? [];
    const told = counter.windows ?? [];
    const others = (before?.windows ?? []).filter(
      ({ start, end }) => !told.some((each) => each.start === start && each.end === end),
    );
    const windows = [...told, ...others].sort((a, b) => b.start - a.start).slice(0, heldWindows);
    this.learn(feature, { ...counter, windows });
  }

  /** What was used of a budget from now on. */
  spend(spend: StoredSpend): void {
    const scope = filled<HeldScope | null>(this.form.tree, this.numbers);
    if (!scope) return;
    const others = (scope.spends ?? []).filter(({ place }) => place !== spend.place);
    const spends = [...others, spend].sort((a, b) => a.place - b.place);
    const numbers: number[] = [];
    const usages = this.numbers.slice(this.form.size);
    this.form = forms.of({ ...scope, spends }, numbers, this.form);
    this.numbers = fitting([...numbers, ...usages]);
  }

  /** What was known before of features that nothing newer is known of. */
  takeOver(before: HeldLevel): void {
    const named = new Set(this.usages.map(featureOf));
    const others = before.known().filter(({ form }) => !named.has(featureOf(form)));
    if (others.length === 0) return;
    const numbers = others.flatMap((each) => each.numbers);
    this.keep([...this.usages, ...others.map(({ form }) => form)], [...this.numbers, ...numbers]);
  }

  private keep(usages: readonly Form[], numbers: readonly number[]): void {
    this.usages = usages.length === 1 ? alone(usages[0] as Form) : usages;
    this.numbers = fitting(numbers);
  }

  private known(): { form: Form; numbers: readonly number[] }[] {
    let start = this.form.size;
    return this.usages.map((form) => {
      const numbers = this.numbers.slice(start, start + form.size);
      start += form.size;
      return { form, numbers };
    });
  }
}

const featureOf = ({ tree }: Form): string => (tree as Usage).feature;

/** An array that grew has room for more, which for a million customers is as much as what they hold. */
const fitting = (numbers: readonly number[]): readonly number[] => numbers.slice();

const none: readonly Form[] = [];
const lists = new WeakMap<Form, readonly Form[]>();

/** Most report one feature: they share the list of its form too. */
function alone(form: Form): readonly Form[] {
  const list = lists.get(form) ?? [form];
  lists.set(form, list);
  return list;
}

/** Keys decide between equals of a scope only, by their order. Domain: entitlements-usage G4 */
function heldScope({ updatedAt, subscriptions, grants, spends }: StoredScope): HeldScope {
  const sources = Object.values(grants).flat();
  const keys = [...new Set(sources.map(({ key }) => key))].sort();
  const ranks = new Map(keys.map((key, rank) => [key, String(rank).padStart(5, '0')]));
  const ranked = (source: StoredSource) => ({ ...source, key: ranks.get(source.key) as string });
  const entries = Object.entries(grants).map(([feature, each]) => [feature, each.map(ranked)]);
  return {
    updatedAt,
    subscriptions: subscriptions.map((life) => ({ ...life, key: '' })),
    grants: Object.fromEntries(entries) as HeldScope['grants'],
    ...(spends && { spends }),
  };
}
