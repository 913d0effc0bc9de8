import type { GrantType } from '../../src/modules/entitlements/credits/domain/burn-order';

interface ModelGrant {
  uid: string;
  grantType: GrantType;
  amount: number;
  priority: number;
  /** Whole hours; `until` is exclusive, null is never. */
  from: number;
  until: number | null;
  made: number;
}

interface Kept extends ModelGrant {
  consumed: number;
  state: 'waits' | 'runs' | 'over';
}

/** What a wallet comes to, counted credit by credit and hour by hour, by the words of the rules and nothing else. Domain: credits N2–N5, N11 */
export class CreditModel {
  private readonly grants: Kept[] = [];
  private owed = 0;
  private hour = 0;
  private endNoted = -Infinity;

  /** Domain: credits L2 */
  get balance(): number {
    const left = this.grants.filter(({ state }) => state === 'runs').map(leftOf);
    return left.reduce((sum, each) => sum + each, 0) - this.owed;
  }

  /** By the order of their making. */
  get consumed(): [string, number][] {
    return this.grants.map(({ uid, consumed }) => [uid, consumed]);
  }

  advance(to: number): void {
    for (; this.hour <= to; this.hour++) {
      for (const each of this.grants) if (each.state === 'runs' && each.until === this.hour) this.end(each);
      const begun = this.grants.filter((each) => each.state === 'waits' && each.from <= this.hour);
      for (const each of begun) each.state = 'runs';
      this.settle();
    }
    this.hour = Math.max(this.hour - 1, to);
  }

  give(grant: ModelGrant, now: number): void {
    this.advance(now);
    this.grants.push({ ...grant, consumed: 0, state: 'waits' });
    this.advance(now);
  }

  use(amount: number, at: number, now: number): void {
    if (at > this.hour) this.advance(at);
    const judged = Math.max(at, this.endNoted);
    for (let n = 0; n < amount; n++) {
      const next = this.first((each) => each.from <= judged && (each.until === null || judged < each.until));
      if (next) next.consumed++;
      else this.owed++;
    }
    this.advance(now);
    this.settle();
  }

  void(uid: string): void {
    this.find(uid).state = 'over';
  }

  update(uid: string, terms: Pick<ModelGrant, 'priority' | 'until'>): void {
    Object.assign(this.find(uid), terms);
  }

  private end(grant: Kept): void {
    if (leftOf(grant) > 0) this.endNoted = this.hour;
    grant.state = 'over';
  }

  private settle(): void {
    for (let next = this.first(() => true); next && this.owed > 0; next = this.first(() => true)) {
      next.consumed++;
      this.owed--;
    }
  }

  private first(isEligible: (grant: Kept) => boolean): Kept | undefined {
    const able = this.grants.filter((each) => each.state === 'runs' && leftOf(each) > 0 && isEligible(each));
    const keyed = able.map((grant) => ({ grant, key: keyOf(grant) }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1))[0]?.grant;
  }

  private find(uid: string): Kept {
    const found = this.grants.find((each) => each.uid === uid);
    if (!found) throw new Error(`no grant ${uid}`);
    return found;
  }
}

const leftOf = ({ amount, consumed }: Kept): number => amount - consumed;

/** Sorts as text: each part by the words of the rule. */
function keyOf({ priority, until, grantType, from, made, uid }: Kept): string {
  const parts = [priority, until ?? 99_999, grantType === 'PROMOTIONAL' ? 0 : 1, from, made];
  return [...parts.map((part) => String(part).padStart(6, '0')), uid].join(' ');
}
