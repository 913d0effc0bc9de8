import { EnvironmentError, loadEnvironment } from './env';

// Domain: access-and-events

describe('W9: DATA_EXPORT_CONNECTIONS', () => {
  const read = (text: string) =>
    loadEnvironment({ DATA_EXPORT_CONNECTIONS: text }, false).dataExportConnections;

  it('names addresses of PostgreSQL', () => {
    const given = { warehouse: 'postgres://u:p@db/x', 'eu-2.lake': 'postgresql://db' };
    expect([...(read(JSON.stringify(given)) ?? [])]).toEqual(Object.entries(given));
    expect(read('')).toBeUndefined();
  });

  it.each([
    'x',
    '[]',
    '{}',
    '{"a": 1}',
    '{"a": "mysql://secret@db"}',
    '{"a b": "postgres://secret@db"}',
    '{"": "postgres://secret@db"}',
  ])('is refused as %s, and the message tells nothing of it', (text) => {
    expect(() => read(text)).toThrow(EnvironmentError);
    expect(() => read(text)).toThrow(/DATA_EXPORT_CONNECTIONS must be JSON/);
    expect(() => read(text)).not.toThrow(/secret/);
  });
});
