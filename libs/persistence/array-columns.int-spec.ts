import fc from 'fast-check';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../../test/support/app';
import { booleans, hexadecimals, instants, places, texts, uids, wholeNumbers } from './array-columns';
import { Database } from './database';

describe('columns as PostgreSQL holds arrays', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const read = async <T>(type: string, column: Buffer | null, told = 'v'): Promise<T[]> => {
    const text = `select ${told} as v from unnest($1::${type}[], $2::int[]) as c(v, n)`;
    const rows = await app.nest.get(Database).query<{ v: T }>(text, [column, places([1, 2, 3])]);
    return rows.map(({ v }) => v);
  };
  /** Three, any of which may be null. */
  const column = <T>(value: fc.Arbitrary<T>) => fc.array(fc.option(value), { minLength: 3, maxLength: 3 });
  const isKept = <T>(
    type: string,
    value: fc.Arbitrary<T>,
    made: (values: (T | null)[]) => Buffer | null,
    told?: string,
  ) =>
    fc.assert(
      fc.asyncProperty(column(value), async (values) => {
        expect(await read(type, made(values), told)).toEqual(values);
      }),
      { numRuns: 30 },
    );

  it('hold whole numbers as exactly as a number is', () =>
    isKept('bigint', fc.maxSafeInteger(), wholeNumbers, 'v::float8'));
  it('hold places', () => isKept('int', fc.nat(), places));
  it('hold truth values', () => isKept('boolean', fc.boolean(), booleans));
  it('hold texts in any letters', () =>
    isKept(
      'text',
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000') && text.isWellFormed()),
      texts,
    ));
  it('hold uids', () => isKept('uuid', fc.oneof(fc.uuid(), fc.constant(newUid())), uids));
  it('hold bytes, none of them too', () =>
    isKept(
      'bytea',
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('hex')),
      hexadecimals,
      `encode(v, 'hex')`,
    ));
  it('hold instants from before 1970 to the last one that is stored', () =>
    isKept(
      'timestamptz',
      fc.date({
        min: new Date('0001-01-02T00:00:00.000Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      instants,
    ));

  it('are empty without values, and null where nothing stands in them', async () => {
    expect(texts([null, null])).toBeNull();
    const text = 'select cardinality($1::uuid[]) as uids, cardinality($2::text[]) as texts';
    const [row] = await app.nest.get(Database).query(text, [uids([]), texts([])]);
    expect(row).toEqual({ uids: 0, texts: 0 });
  });
});
