import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { CreditGrant } from './credit-grant';
import type { CreditRecurrence } from './credit-recurrence';
import { SourceChange, type Allowance, type Ending, type GivingSource } from './source-change';
import { Wallet } from './wallet';

// Domain: credits

const key = {
  ...{ customerUid: newUid(), customerId: 'c', currencyUid: newUid(), currencyId: 'tokens' },
  ...{ resourceKey: '', resourceId: null },
};
const walletUid = newUid();
const at = (text: string): Date => new Date(`2026-${text}Z`);
const day = (text: string): Date => at(`${text}T00:00:00`);

/** A wallet, and grants in the order of their making. */
class Story {
  readonly grants: CreditGrant[] = [];
  readonly state = { seq: 0, granted: new Decimal(0), used: new Decimal(0), expiredUntil: null };
  readonly wallet = new Wallet<CreditGrant, CreditRecurrence>(
    this.state,
    { grants: [], recurrences: [] },
    {
      borrow: (when) => this.keep(CreditGrant.overdraft(walletUid, key, when)),
      renew: (recurrence, window, expireAt) =>
        this.keep(
          CreditGrant.recurring(
            walletUid,
            key,
            { recurrence, window, expireAt },
            'system',
            recurrence.nextStart as Date,
          ),
        ),
    },
  );

  declare(now: Date, source: Partial<GivingSource> & { gives: Record<string, number> }): void {
    const { gives, ...said } = source;
    const allowances = Object.entries(gives).map(([name, amount]) => allowance(name, amount));
    const usual = { sourceKey: 'sub', from: day('01-31'), until: null, dueAt: null, anchor: day('01-31') };
    this.change(now).give({ ...usual, ...said, allowances });
  }

  end(now: Date, ending: Ending, sourceKey = 'sub'): void {
    this.change(now).end(sourceKey, ending);
  }

  use(amount: number, when: Date): void {
    const cause = { actor: 'reporter', eventId: 'e', featureId: null, dimensions: null };
    this.wallet.consume({ ...cause, amount: new Decimal(amount), at: when }, when);
  }

  /** `1000 of PLAN 01-31 → 02-28`, as they are. */
  get told(): string[] {
    const short = (date: Date | null): string => date?.toISOString().slice(5, 10) ?? 'never';
    return this.grants.map((grant) => {
      const span = `${short(grant.effectiveAt)} → ${short(grant.expireAt)}`;
      const end = grant.voidedAt ? ' voided' : '';
      return `${grant.amount.toFixed()} of ${grant.sourceEntitlement ?? grant.grantType} ${span}${end}`;
    });
  }

  private change(now: Date): SourceChange {
    const made = (grant: CreditGrant): CreditGrant => this.keep(grant);
    return new SourceChange(this.wallet, { walletUid, key, actor: 'somebody', now, made });
  }

  private keep(grant: CreditGrant): CreditGrant {
    this.grants.push(grant);
    return grant;
  }
}

const allowance = (name: string, amount: number): Allowance => ({
  key: name,
  sourceType: name.startsWith('PLAN') ? 'PLAN_ENTITLEMENT' : 'ADDON_ENTITLEMENT',
  displayName: name,
  amount: new Decimal(amount),
  cadence: name.includes('YEAR') ? 'YEAR' : 'MONTH',
  hasSoftLimit: false,
});

describe('what a subscription gives', () => {
  it('R2: at the begin of each window, clamped to the month and counted from the anchor; nothing rolls over', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 5000 } });
    story.use(100, day('02-01'));
    story.wallet.advance(day('04-01'));
    expect(story.told).toEqual([
      ...['5000 of PLAN 01-31 → 02-28', '5000 of PLAN 02-28 → 03-31', '5000 of PLAN 03-31 → 04-30'],
    ]);
    expect(story.wallet.balance.toFixed()).toBe('5000');
    expect(story.wallet.periodEnd).toEqual(day('04-30'));
  });

  it('R2: an annual one once, beside a monthly one', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 5, 'ADDON-YEAR': 60 } });
    story.wallet.advance(day('03-01'));
    expect(story.told).toEqual([
      ...['5 of PLAN 01-31 → 02-28', '60 of ADDON-YEAR 01-31 → 01-31', '5 of PLAN 02-28 → 03-31'],
    ]);
  });

  it('R2: one that begins later gives from its begin on', () => {
    const story = new Story();
    story.declare(day('01-10'), { gives: { PLAN: 5 } });
    expect([story.told, story.wallet.nextDue]).toEqual([[], day('01-31')]);
    story.wallet.advance(day('01-31'));
    expect(story.told).toEqual(['5 of PLAN 01-31 → 02-28']);
  });

  it('R4: a sixth seat gives 1,000 more at once until the window ends; fewer take nothing back', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 5000 } });
    story.declare(day('02-10'), { gives: { PLAN: 6000 } });
    story.declare(day('02-12'), { gives: { PLAN: 4000 } });
    story.declare(day('02-14'), { gives: { PLAN: 6000 } });
    expect(story.told).toEqual(['5000 of PLAN 01-31 → 02-28', '1000 of PLAN 02-10 → 02-28']);
    story.declare(day('02-15'), { gives: { PLAN: 4000 } });
    story.wallet.advance(day('02-28'));
    expect(story.told.slice(2)).toEqual(['4000 of PLAN 02-28 → 03-31']);
  });

  it('R4: an addon that joins gives at once, one that takes the place of the plan only what is more', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 1000 } });
    story.declare(day('02-10'), { gives: { PLAN: 1000, ADDON: 300 } });
    expect(story.told.slice(1)).toEqual(['300 of ADDON 02-10 → 02-28']);
    story.declare(day('02-11'), { gives: { ADDON: 1500 } });
    expect(story.told.slice(2)).toEqual(['200 of ADDON 02-11 → 02-28']);
  });

  it('R5: where usage is reset what runs is voided and windows begin anew; else it runs on and only more is given', () => {
    const reset = new Story();
    reset.declare(day('01-31'), { gives: { PLAN: 1000 } });
    reset.use(400, day('02-01'));
    reset.declare(day('02-10'), { gives: { PLAN: 3000 }, anchor: day('02-10') });
    expect(reset.told).toEqual(['1000 of PLAN 01-31 → 02-28 voided', '3000 of PLAN 02-10 → 03-10']);
    expect(reset.wallet.balance.toFixed()).toBe('3000');

    const kept = new Story();
    kept.declare(day('01-31'), { gives: { PLAN: 1000 } });
    kept.use(400, day('02-01'));
    kept.end(day('02-10'), { kind: 'IS_SUCCEEDED', by: 'next' });
    kept.declare(day('02-10'), { sourceKey: 'next', from: day('02-10'), gives: { 'PLAN-2': 3000 } });
    expect(kept.told).toEqual(['1000 of PLAN 01-31 → 02-28', '2000 of PLAN-2 02-10 → 02-28']);
    expect(kept.wallet.balance.toFixed()).toBe('2600');
    kept.wallet.advance(day('02-28'));
    expect(kept.told.slice(2)).toEqual(['3000 of PLAN-2 02-28 → 03-31']);
  });

  it('R5: what another plan takes the place of with a reset is lost', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 1000 } });
    story.end(day('02-10'), { kind: 'IS_RESET' });
    expect(story.told).toEqual(['1000 of PLAN 01-31 → 02-28 voided']);
    expect(story.wallet.balance.toFixed()).toBe('0');
  });

  it('R6: a grant ends with its subscription, known before or not; where it goes on after all it has its window', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 1000 } });
    story.declare(day('02-01'), { gives: { PLAN: 1000 }, until: day('02-20') });
    expect(story.told).toEqual(['1000 of PLAN 01-31 → 02-20']);
    story.declare(day('02-02'), { gives: { PLAN: 1000 } });
    expect(story.told).toEqual(['1000 of PLAN 01-31 → 02-28']);
    story.declare(day('02-03'), { gives: { PLAN: 1000 }, until: day('03-10') });
    story.wallet.advance(day('04-01'));
    expect(story.told.slice(1)).toEqual(['1000 of PLAN 02-28 → 03-10']);

    const ended = new Story();
    ended.declare(day('01-31'), { gives: { PLAN: 1000 } });
    ended.end(day('02-10'), { kind: 'EXPIRES' });
    expect(ended.told).toEqual(['1000 of PLAN 01-31 → 02-10']);
    expect(ended.wallet.balance.toFixed()).toBe('0');
  });

  it('R7: what was owed in a window whose begin is noted late is settled by it, with the times of the window', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 1000 }, dueAt: day('02-28') });
    story.use(1000, day('02-01'));
    story.use(40, day('03-02'));
    expect(story.wallet.balance.toFixed()).toBe('-40');
    story.declare(day('03-03'), { gives: { PLAN: 1000 } });
    expect(story.told).toEqual([
      ...['1000 of PLAN 01-31 → 02-28', '0 of OVERDRAFT 03-02 → never voided', '1000 of PLAN 02-28 → 03-31'],
    ]);
    expect(story.wallet.balance.toFixed()).toBe('960');
  });

  it('R8: a window begins before anything of it is used', () => {
    const story = new Story();
    story.declare(day('01-31'), { gives: { PLAN: 1000 } });
    story.use(10, day('02-28'));
    expect(story.wallet.entries.map(({ eventType, amount }) => `${eventType} ${amount.toFixed()}`)).toEqual([
      ...['CREDITS_GRANTED 1000', 'CREDITS_EXPIRED -1000', 'CREDITS_GRANTED 1000', 'CREDITS_CONSUMED -10'],
    ]);
  });
});
