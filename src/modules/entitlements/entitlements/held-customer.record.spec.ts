import { HeldCustomer } from './held-customer.record';
import { HeldCustomers } from '#libs/changes/held-customers';
import type { CounterFacts } from './domain/known-usage';
import type { ReadFacts, StoredScope } from './stored-facts.record';

const instant = 1_772_000_000_000;

const scope = (key: string, updatedAt: number): StoredScope => ({
  scope: key,
  updatedAt,
  subscriptions: [{ key: 'subscription', from: instant, until: null }],
  grants: {
    calls: ['b', 'a'].map((source) => ({
      kind: 'SUBSCRIPTION',
      key: source,
      from: instant,
      until: null,
      anchor: instant,
      granted: true,
      limit: 10,
      unlimited: false,
      soft: false,
      values: null,
      period: 'MONTH',
      accordingTo: null,
    })),
  },
});

const read = (number: number, resource?: string): ReadFacts => ({
  id: `customer-${number}`,
  uid: `uid-${number}`,
  isArchived: false,
  resource: resource === undefined ? null : { id: resource, uid: `uid-of-${resource}` },
  scopes:
    resource === undefined ? [scope('', instant)] : [scope('', instant), scope(`uid-of-${resource}`, 5)],
  features: [],
});

const calls = {
  uid: 'calls',
  id: 'calls',
  displayName: 'Calls',
  featureType: 'NUMBER',
  meterType: 'INCREMENTAL',
  featureStatus: 'ACTIVE',
  meter: null,
  unitTransformation: null,
  usageThresholds: null,
} as const;

const counter = (scopeKey: string, level: number): CounterFacts => ({
  scope: scopeKey,
  level,
  lastEventAt: instant,
  rules: [['MONTH', null, instant]],
  windows: [{ start: instant, end: instant + 1000, total: level }],
});

describe('held customers', () => {
  it('stay within their bytes, and forget first who was not asked about', () => {
    const held = new HeldCustomers(40_000);
    for (let number = 0; number < 1000; number++) {
      held.put('e', new HeldCustomer(read(number)));
      expect(held.find('e', 'customer-0')?.uid).toBe('uid-0');
      expect(held.bytes).toBeLessThan(41_000);
    }
    expect(held.find('e', 'customer-500')).toBeUndefined();
    expect(held.find('e', 'customer-999')?.uid).toBe('uid-999');
    expect(held.size).toBeLessThan(150);
  });

  it('are of one environment, by their id as by their uid', () => {
    const held = new HeldCustomers<HeldCustomer>(1_000_000);
    held.put('e', new HeldCustomer(read(1)));
    expect([held.find('f', 'customer-1'), held.findByUid('f', 'uid-1')]).toEqual([undefined, undefined]);
    held.drop('f', 'uid-1');
    expect(held.find('e', 'customer-1')).toBeDefined();
  });

  it('are gone by both when they are dropped, from either half, and their bytes with them', () => {
    const held = new HeldCustomers(2000);
    for (let number = 0; number < 4; number++) held.put('e', new HeldCustomer(read(number)));
    for (let number = 0; number < 4; number++) {
      held.drop('e', `uid-${number}`);
      expect([held.find('e', `customer-${number}`), held.findByUid('e', `uid-${number}`)]).toEqual([
        undefined,
        undefined,
      ]);
    }
    expect([held.bytes, held.size]).toEqual([0, 0]);
  });

  it('of one environment are dropped together, and those of another stay', () => {
    const held = new HeldCustomers(2000);
    for (let number = 0; number < 4; number++) held.put('e', new HeldCustomer(read(number)));
    held.put('f', new HeldCustomer(read(9)));
    held.dropAll('e');
    expect([held.find('e', 'customer-3'), held.find('f', 'customer-9')?.uid, held.size]).toEqual([
      undefined,
      'uid-9',
      1,
    ]);
  });

  it('count what was learnt of them', () => {
    const held = new HeldCustomers<HeldCustomer>(1_000_000);
    held.put('e', new HeldCustomer(read(1)));
    const before = held.bytes;
    held.change('e', 'uid-1', (customer) => customer.levelOf('')?.learn('calls', counter('', 3)));
    expect(held.bytes).toBeGreaterThan(before);
    held.drop('e', 'uid-1');
    expect(held.bytes).toBe(0);
  });
});

describe('a held customer', () => {
  it('tells its facts as they were read, but for the names of its sources, whose order stays', () => {
    const held = new HeldCustomer(read(1));
    held.levelOf('')?.learn('calls', counter('', 3));
    const facts = held.factsOn(calls, null);
    const grants = scope('', instant).grants['calls'] ?? [];
    expect(facts).toEqual({
      customerUid: 'uid-1',
      isArchived: false,
      resourceUid: null,
      feature: calls,
      scopes: [
        {
          ...scope('', instant),
          subscriptions: [{ key: '', from: instant, until: null }],
          grants: [
            { ...grants[0], key: '00001' },
            { ...grants[1], key: '00000' },
          ],
        },
      ],
      counters: [counter('', 3)],
    });
  });

  it('knows usage when it was told of it, also that there is none', () => {
    const held = new HeldCustomer(read(1));
    expect(held.factsOn(calls, null)).toBeUndefined();
    expect(held.grantsOn(calls, null)).toBeDefined();
    held.levelOf('')?.learn('calls', undefined);
    expect(held.factsOn(calls, null)?.counters).toEqual([]);
    held.levelOf('')?.learn('others', counter('', 9));
    held.levelOf('')?.learn('calls', counter('', 4));
    expect(held.factsOn(calls, null)?.counters).toEqual([counter('', 4)]);
    expect(held.factsOn({ ...calls, uid: 'others' }, null)?.counters).toEqual([counter('', 9)]);
  });

  it('counted into one window, it keeps the others that it knew, the newest three', () => {
    const held = new HeldCustomer(read(1));
    const windows = [3, 2, 1].map((day) => ({ start: instant + day, end: instant + day + 1, total: day }));
    held.levelOf('')?.learn('calls', { ...counter('', 6), windows });
    const late = { start: instant + 2, end: instant + 3, total: 20 };
    held.levelOf('')?.count('calls', { ...counter('', 24), windows: [late] });
    expect(held.factsOn(calls, null)?.counters).toEqual([
      { ...counter('', 24), windows: [windows[0], late, windows[2]] },
    ]);
    const next = { start: instant + 4, end: instant + 5, total: 1 };
    held.levelOf('')?.count('calls', { ...counter('', 25), windows: [next] });
    expect(held.factsOn(calls, null)?.counters[0]?.windows).toEqual([next, windows[0], late]);
  });

  it('of a resource it needs the usage of both levels', () => {
    const held = new HeldCustomer(read(1));
    expect(held.grantsOn(calls, 'site')).toBeUndefined();
    held.holdResource(read(1, 'site'));
    held.levelOf('')?.learn('calls', counter('', 1));
    expect(held.factsOn(calls, 'site')).toBeUndefined();
    held.levelOf('uid-of-site')?.learn('calls', counter('uid-of-site', 2));
    const facts = held.factsOn(calls, 'site');
    expect(facts?.counters).toEqual([counter('', 1), counter('uid-of-site', 2)]);
    expect(facts?.scopes.map((each) => [each.scope, each.updatedAt])).toEqual([
      ['', instant],
      ['uid-of-site', 5],
    ]);
    expect(held.factsOn(calls, 'other')).toBeUndefined();
  });

  it('read again, it keeps what it knew and was not read', () => {
    const before = new HeldCustomer(read(1));
    before.levelOf('')?.learn('others', counter('', 9));
    before.holdResource(read(1, 'site'));
    const held = new HeldCustomer(read(1));
    held.levelOf('')?.learn('calls', counter('', 4));
    held.takeOver(before);
    expect(held.factsOn({ ...calls, uid: 'others' }, null)?.counters).toEqual([counter('', 9)]);
    expect(held.factsOn(calls, null)?.counters).toEqual([counter('', 4)]);
    expect(held.grantsOn(calls, 'site')).toBeDefined();
  });
});
