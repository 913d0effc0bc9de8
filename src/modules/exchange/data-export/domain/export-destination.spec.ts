import { requireIntegration, requireType, schemaOf } from './export-destination';
import { afterFailure } from './export-sync';
import { explained, DestinationFault } from './export-target';
import { horizonOf, type Manifest } from './manifest';
import { originOf } from './page-origin';

// Domain: access-and-events

const places = {
  dir: '/exports',
  connections: new Map([['warehouse', 'postgres://u:secret@db.internal/x']]),
};
const environmentId = '01890000-0000-7000-8000-000000000001';

describe('W9: destinations', () => {
  it.each(['..', '.', '', 'a/b', '../x', '.hidden', 'a\\b', 'x'.repeat(65), 'a b', 'ä'])(
    'write to no folder named %j',
    (name) => {
      expect(() => requireIntegration('FILE', name, places)).toThrow(/integrationId/);
    },
  );

  it('are refused a type that is not built in, with those that are', () => {
    expect(() => requireType('file', places)).toThrow(/FILE and POSTGRES are built in, file is not/);
    expect(requireType('POSTGRES', places)).toBe('POSTGRES');
  });

  it('have a schema of their own, the same when they are made again', () => {
    const name = schemaOf(environmentId, 'My "House"; drop');
    expect(name).toMatch(/^export_my_house_drop_[0-9a-f]{16}$/);
    expect(schemaOf(environmentId, 'My "House"; drop')).toBe(name);
    expect(schemaOf(environmentId, 'my house drop')).not.toBe(name);
    expect(schemaOf(environmentId, '大'.repeat(255))).toMatch(/^export_[0-9a-f]{16}$/);
    expect(schemaOf(environmentId, 'x'.repeat(255)).length).toBeLessThanOrEqual(63);
  });

  it('have faults that say what to do and no address', () => {
    for (const said of [
      '28P01',
      '3D000',
      '42501',
      'ENOSPC',
      '55P03',
      'EACCES',
      'ECONNREFUSED',
      'none',
      '22P02',
      'unavailable',
    ])
      expect(explained(new DestinationFault(said))).toMatch(/^[A-Z].{30,}/);
    expect(explained(new DestinationFault('ENOSPC'))).toMatch(/no room/);
    expect(explained(new DestinationFault('08006'))).toMatch(/cannot be reached/);
  });
});

describe('W9: syncs', () => {
  it('are tried five times, later and later', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    const pauses = [1, 2, 3, 4, 5].map((attempts) => {
      const { state, dueAt } = afterFailure(attempts, now);
      return dueAt ? [state, (dueAt.getTime() - now.getTime()) / 1000] : [state];
    });
    expect(pauses).toEqual([
      ['INCOMPLETE', 5],
      ['INCOMPLETE', 30],
      ['INCOMPLETE', 120],
      ['INCOMPLETE', 600],
      ['FAILED'],
    ]);
  });

  it('add to a model only where the same database wrote the same columns before', () => {
    const source = { database: '1/2/00000001', snapshot: '7:7:', horizon: '7' };
    const columns = { uid: 'uuid', id: 'text' } as const;
    const held = { source, models: { customers: { rows: 1, columns } } } as Partial<Manifest> as Manifest;
    expect(horizonOf(held, { ...source, horizon: '9' }, 'customers', { id: 'text', uid: 'uuid' })).toBe('7');
    expect(horizonOf(undefined, source, 'customers', columns)).toBeUndefined();
    expect(horizonOf(held, source, 'invoices', columns)).toBeUndefined();
    expect(horizonOf(held, source, 'customers', { ...columns, name: 'text' })).toBeUndefined();
    expect(horizonOf(held, { ...source, database: '1/2/00000002' }, 'customers', columns)).toBeUndefined();
  });
});

describe('W9: origins of pages', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['HTTPS://App.Example.com/', 'https://app.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://app.example.com/path', undefined],
    ['https://user@app.example.com', undefined],
    ['https://app.example.com?x', undefined],
    ['ftp://app.example.com', undefined],
    ['javascript:alert(1)', undefined],
    ['null', undefined],
    ['*', undefined],
  ])('%s is %s', (text, origin) => {
    expect(originOf(text)).toBe(origin);
  });
});
