/** What is imported. */
export type Kind = 'customers' | 'subscriptions';

/** How a cell of a table says the value of a field. */
type Reading = 'text' | 'list' | 'map';

const fields: Record<Kind, Readonly<Record<string, Reading>>> = {
  customers: {
    ...{ id: 'text', email: 'text', name: 'text', billingId: 'text', metadata: 'map' },
    ...{ paymentMethodId: 'text', salesforceId: 'text', updatedAt: 'text' },
  },
  subscriptions: {
    ...{
      id: 'text',
      customerId: 'text',
      planId: 'text',
      resourceId: 'text',
      addons: 'list',
      charges: 'list',
    },
    ...{ billingPeriod: 'text', billingId: 'text', metadata: 'map', startDate: 'text', endDate: 'text' },
  },
};

/** The wire wants them also where nobody knows them. */
const nulls: Record<Kind, readonly string[]> = { customers: ['email', 'name'], subscriptions: [] };

const ofMetadata = /^metadata\.(.+)$/s;

export const fieldsOf = (kind: Kind): string[] => Object.keys(fields[kind]);

export const isField = (kind: Kind, name: string): boolean =>
  Object.hasOwn(fields[kind], name) || ofMetadata.test(name);

/** What a line of a table is not understood for; told as a refused row. */
export class Unreadable extends Error {}

/**
 * A row as it is sent. An empty cell says nothing; of what must be there it says that nobody knows it.
 * @param columns the field of each column; of one that is left out, undefined
 * @throws Unreadable
 */
export function rowOf(
  kind: Kind,
  columns: readonly (string | undefined)[],
  cells: readonly string[],
): Record<string, unknown> {
  if (cells.length !== columns.length)
    throw new Unreadable(`The line has ${cells.length} cells, and the header ${columns.length}`);
  const row: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] as string;
    if (name === undefined) continue;
    const key = ofMetadata.exec(name)?.[1];
    if (cell === '') {
      if (nulls[kind].includes(name)) row[name] = null;
    } else if (key !== undefined) metadata[key] = cell;
    else row[name] = valueOf(name, fields[kind][name] as Reading, cell);
  }
  return Object.keys(metadata).length === 0
    ? row
    : { ...row, metadata: { ...(row['metadata'] as object), ...metadata } };
}

function valueOf(name: string, reading: Reading, cell: string): unknown {
  if (reading === 'text') return cell;
  const value = jsonIn(cell);
  const isFit = reading === 'list' ? Array.isArray(value) : isObject(value);
  if (isFit) return value;
  throw new Unreadable(`${name}: ${reading === 'list' ? 'a JSON list' : 'a JSON object'} is expected`);
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
