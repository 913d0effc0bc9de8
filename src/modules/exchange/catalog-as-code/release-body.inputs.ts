import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { Turn } from '#libs/kernel/turns';
import type { ShapeClass } from '#libs/shape/property-spec';
import { toShape } from '#libs/shape/shape.pipe';
import { mostObjects, type CatalogDocument } from './catalog-document.inputs';
import { partNames, type PartName } from './domain/catalog-object';

/** Values whose shape is looked at at once: some milliseconds, and a few dozen as long as the code is cold. */
const valuesInTurn = 500;
// A plan of two thousand entitlements has twenty thousand; the largest must still be looked at in one turn.
const mostValues = 50_000;

interface ReleaseBody {
  document: CatalogDocument;
}

type Sent = Record<string, unknown> & { document: Record<string, unknown> };

/**
 * A body that holds a catalog document, as `toShape` reads it, but a large one some objects at a time, so that others are served
 * meanwhile. Bounds are looked at first, then what stands around the lists, then the objects in their order.
 * @throws what `toShape` throws, and BadUserInput for more than fits
 */
export async function readReleaseBody<B extends ReleaseBody>(type: ShapeClass<B>, body: unknown): Promise<B> {
  const value = body ?? {};
  if (!isSent(value) || weightOf(value, valuesInTurn) < valuesInTurn) return toShape(type, value);
  const lists = listsIn(value);
  requireBounds(lists);
  const empty = lists.map(([part]) => [part, []] as const);
  const read = toShape(type, withParts(value, Object.fromEntries(empty)));
  const turn = new Turn();
  for (const [part, objects] of lists) {
    const known: unknown[] = [];
    for (const { first, some } of inPieces(part, objects)) {
      if (turn.isOver) await turn.pause();
      const piece = placed(part, first, () => toShape(type, withParts(value, { [part]: some })));
      known.push(...(piece.document[part] ?? []));
    }
    Object.assign(read.document, { [part]: known });
  }
  return read;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSent = (value: unknown): value is Sent => isObject(value) && isObject(value['document']);

const listsIn = ({ document }: Sent): [PartName, unknown[]][] =>
  partNames.flatMap((part): [PartName, unknown[]][] => {
    const list = Object.hasOwn(document, part) ? document[part] : undefined;
    return Array.isArray(list) ? [[part, list as unknown[]]] : [];
  });

/** The same body with these lists, and with none of the others. */
function withParts(body: Sent, lists: { [P in PartName]?: unknown[] }): Sent {
  const around = Object.entries(body.document).filter(
    ([name, value]) => !(Array.isArray(value) && (partNames as readonly string[]).includes(name)),
  );
  return { ...body, document: { ...Object.fromEntries(around), ...lists } };
}

function requireBounds(lists: readonly [PartName, unknown[]][]): void {
  for (const [part, objects] of lists) {
    if (objects.length > mostObjects)
      throw badInput(`document.${part} must have at most ${mostObjects} elements`);
  }
}

interface Piece {
  /** Place of the first of them in the list. */
  first: number;
  some: unknown[];
}

/** As many objects at a time as a turn can take. @throws BadUserInput for one that no turn can take */
function* inPieces(part: PartName, objects: readonly unknown[]): Generator<Piece> {
  let piece: Piece = { first: 0, some: [] };
  let values = 0;
  for (const [index, object] of objects.entries()) {
    const weight = weightOf(object, mostValues);
    if (weight >= mostValues)
      throw badInput(`document.${part}[${index}] holds more than ${mostValues} values`);
    values += weight;
    piece.some.push(object);
    if (values < valuesInTurn) continue;
    yield piece;
    piece = { first: index + 1, some: [] };
    values = 0;
  }
  if (piece.some.length > 0) yield piece;
}

/** How many values it holds, itself among them; no further than to `enough`. Without recursion, for callers choose the depth. */
function weightOf(value: unknown, enough: number): number {
  let weight = 0;
  for (const waiting = [value]; waiting.length > 0 && weight < enough; weight++) {
    const each = waiting.pop();
    if (typeof each !== 'object' || each === null) continue;
    const inner = Object.values(each) as unknown[];
    if (waiting.length + inner.length > enough) return enough;
    waiting.push(...inner);
  }
  return weight;
}

/** Refusals name a place in the piece; callers know the one in the document. */
function placed<T>(part: PartName, first: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const place = new RegExp(`document\\.${part}\\[(\\d+)\\]`, 'g');
    const found = (_: string, index: string): string => `document.${part}[${first + Number(index)}]`;
    throw error.reworded(error.message.replace(place, found));
  }
}
