import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import {
  effectiveEntitlement,
  validUntil,
  type EffectiveEntitlement,
  type Life,
} from './effective-entitlement';

// Domain: entitlements-usage

const monthly = { period: 'MONTH', accordingTo: 'SubscriptionStart' } as const;
const june = utc('2026-06-01T00:00');
const justBefore = (at: Date): Date => new Date(at.getTime() - 1);

const limitOf = (entitlement: EffectiveEntitlement): number | null | undefined =>
  entitlement.status === 'granted' ? entitlement.grant.usageLimit : undefined;

describe('most generous wins (G4)', () => {
  it('G4: Enterprise trial 50,000 beside Starter 1,000 gives 50,000 until the trial ends, then 1,000', () => {
    const starter = sourceOf({ usageLimit: 1_000, reset: monthly }, { sourceKey: 'starter' });
    const trial = sourceOf({ usageLimit: 50_000, reset: monthly }, { sourceKey: 'trial', until: june });
    expect(limitOf(effectiveEntitlement([starter, trial], justBefore(june)))).toBe(50_000);
    expect(limitOf(effectiveEntitlement([starter, trial], june))).toBe(1_000);
  });

  it('G4: a promotion of 800 beside a plan of 1,000 leaves 1,000, never a sum', () => {
    const plan = sourceOf({ usageLimit: 1_000 });
    const promotion = sourceOf({ usageLimit: 800 }, { sourceKind: 'PROMOTION' });
    expect(limitOf(effectiveEntitlement([plan, promotion], june))).toBe(1_000);
  });

  it('G4: the result keeps scope, anchor and reset of the winner', () => {
    const winner = {
      sourceKind: 'PROMOTION',
      sourceKey: 'promotion',
      scope: 'workspace',
      anchor: utc('2026-03-04T15:30'),
    } as const;
    const sources = [sourceOf({ usageLimit: 5 }), sourceOf({ usageLimit: 9, reset: monthly }, winner)];
    expect(effectiveEntitlement(sources, june)).toEqual({
      status: 'granted',
      ...winner,
      grant: sources[1]?.grant,
    });
  });

  it('a soft limit of a loser stays soft, so that a larger hard limit denies nothing that was granted', () => {
    const soft = sourceOf({ usageLimit: 800, hasSoftLimit: true });
    const hard = sourceOf({ usageLimit: 1_000 }, { sourceKind: 'PROMOTION' });
    expect(effectiveEntitlement([soft, hard], june)).toMatchObject({
      sourceKind: 'PROMOTION',
      grant: { usageLimit: 1_000, hasSoftLimit: true },
    });
  });

  it('G3: an ENUM holds the values of all sources, those of the largest list first', () => {
    const small = sourceOf({ enumValues: ['sa', 'eu'] }, { sourceKey: 'small' });
    const large = sourceOf({ enumValues: ['eu', 'us', 'ap'] }, { sourceKey: 'large' });
    expect(effectiveEntitlement([small, large], june)).toMatchObject({
      sourceKey: 'large',
      grant: { enumValues: ['eu', 'us', 'ap', 'sa'] },
    });
  });
});

describe('without a granting source', () => {
  it('G5: only refusing sources: revoked', () => {
    expect(effectiveEntitlement([sourceOf({ isGranted: false })], june)).toEqual({ status: 'revoked' });
  });

  it('G5: any other granting source still grants', () => {
    const sources = [
      sourceOf({ isGranted: false }),
      sourceOf({ usageLimit: 1 }, { sourceKind: 'PROMOTION' }),
    ];
    expect(limitOf(effectiveEntitlement(sources, june))).toBe(1);
  });

  it('no source, or none that lives: absent', () => {
    expect(effectiveEntitlement([], june)).toEqual({ status: 'absent' });
    expect(effectiveEntitlement([sourceOf({}, { until: june })], june)).toEqual({ status: 'absent' });
    expect(effectiveEntitlement([sourceOf({ isGranted: false }, { until: june })], june)).toEqual({
      status: 'absent',
    });
  });

  it('a source lives from its start on, that instant included', () => {
    const promotion = sourceOf({ usageLimit: 7 }, { from: june });
    expect(effectiveEntitlement([promotion], justBefore(june))).toEqual({ status: 'absent' });
    expect(limitOf(effectiveEntitlement([promotion], june))).toBe(7);
  });
});

describe('validUntil (G10)', () => {
  const at = utc('2026-05-10T12:00');
  const windowEnd = utc('2026-05-31T10:15');
  const window = { start: utc('2026-04-30T10:15'), end: windowEnd };

  it('G10: the end of the window when nothing comes earlier', () => {
    expect(validUntil([sourceOf({}, { until: june })], window, at)).toEqual(windowEnd);
  });

  it('G10: the end of any source, the winner or not', () => {
    const sources = [
      sourceOf({ usageLimit: 9 }),
      sourceOf({ usageLimit: 1 }, { until: utc('2026-05-11T00:00') }),
    ];
    expect(validUntil(sources, window, at)).toEqual(utc('2026-05-11T00:00'));
  });

  it('G10: the begin of a source that is not live yet', () => {
    expect(validUntil([sourceOf({}, { from: utc('2026-05-12T00:00') })], window, at)).toEqual(
      utc('2026-05-12T00:00'),
    );
  });

  it('G10: what lies at or before the instant has happened already', () => {
    expect(validUntil([sourceOf({}, { until: at })], null, at)).toBeNull();
    expect(validUntil([sourceOf({}, { from: at })], { ...window, end: null }, at)).toBeNull();
  });

  describe('of subscriptions that may grant something else', () => {
    const ms = (text: string): number => utc(text).getTime();
    const life = { from: ms('2026-01-01T00:00'), until: null };
    const until = (...subscriptions: Life[]) => validUntil([], window, at, { levels: [{ subscriptions }] });

    it('G10: what is due of one, before the window ends', () => {
      expect(until({ ...life, due: ms('2026-05-12T00:00') })).toEqual(utc('2026-05-12T00:00'));
      expect(until({ ...life, due: ms('2026-06-12T00:00') })).toEqual(windowEnd);
    });

    it('G10: begin and end of one: they say why something is denied', () => {
      const begin = ms('2026-05-14T00:00');
      expect(until(life, { from: begin, until: null })).toEqual(utc('2026-05-14T00:00'));
      expect(until({ ...life, until: begin })).toEqual(utc('2026-05-14T00:00'));
      expect(until({ ...life, until: at.getTime() })).toEqual(windowEnd);
    });

    it('G10: what was due and is not carried out yet lets an answer hold for nobody', () => {
      expect(until({ ...life, due: at.getTime() - 1 })).toEqual(new Date(at.getTime() - 1));
    });
  });

  it('G10: what it is held against', () => {
    expect(validUntil([], window, at, { others: [null, utc('2026-05-12T00:00'), undefined] })).toEqual(
      utc('2026-05-12T00:00'),
    );
  });
});
