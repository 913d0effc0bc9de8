import { DomainError } from '#libs/kernel/errors/domain-error';
import { specsOf, variantsOf, type PropertySpec, type ShapeClass } from '#libs/shape/property-spec';
import { toShape } from '#libs/shape/shape.pipe';
import { inputShapes, listsWithin } from '../support/input-shapes';

const largestBody = 1024 * 1024;

/**
 * The bar is 100 ms for a body of 1 MiB. In a process of its own the worst below takes 36 ms; a test pays ten times that for
 * every look at a global such as `Array`, and more beside busy neighbours. Without bounds it was 8,000 ms and more.
 */
const mostCpuMs = 1500;

const shapes = inputShapes();

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** A value that the property takes, as short as it gets. */
function takenBy(spec: PropertySpec): unknown {
  switch (spec.kind) {
    case 'nested':
      return smallest(spec.type);
    case 'list':
      return Array.from({ length: spec.limits.minItems ?? 0 }, () => elementOf(spec));
    case 'enum':
      return spec.only ?? spec.values.values[0];
    case 'timestamp':
      return '2026-01-01T00:00Z';
    case 'map':
      return {};
    case 'bool':
      return true;
    default:
      return [1, 0, 'a', 'a@b', 'aa', 'INV'].find((value) => spec.check(value) === undefined);
  }
}

const elementOf = (spec: PropertySpec & { kind: 'list' }): unknown =>
  spec.of === 'nested' ? smallest(spec.type) : spec.of === 'enum' ? spec.values.values[0] : 'a';

function smallest(type: ShapeClass): Record<string, unknown> {
  const [[kind, shape] = [undefined, type]] = variantsOf(type) ?? [];
  const needed = [...specsOf(shape).values()].filter(({ presence }) => !presence.optional);
  const own = Object.fromEntries(needed.map((spec) => [spec.name, takenBy(spec)]));
  return kind === undefined ? own : { ...own, type: kind };
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** As many of it as a body may have. The same object again and again, for only the number matters. */
const filled = (element: unknown, most: number, size = sizeOf(element)): unknown[] =>
  Array<unknown>(Math.max(1, Math.min(most, Math.ceil(largestBody / (size + 1))))).fill(element);

const mostOf = (spec: PropertySpec): number => (spec.kind === 'list' && spec.limits.maxItems) || Infinity;

/** The smallest body with the last property of the way full of the element, and then each list that is on the way. */
function fullBody(
  type: ShapeClass,
  [spec, ...rest]: PropertySpec[],
  element: unknown,
): { body: object; size: number } {
  if (!spec) throw new Error('A way has a property');
  const own = smallest(ownerOf(type, spec));
  const inner =
    rest.length === 0
      ? { body: element, size: sizeOf(element) }
      : fullBody((spec as { type: ShapeClass }).type, rest, element);
  const list = spec.kind === 'list' ? filled(inner.body, mostOf(spec), inner.size) : [inner.body];
  const body = { ...own, [spec.name]: spec.kind === 'list' ? list : inner.body };
  return { body, size: sizeOf(own) + (inner.size + 1) * list.length };
}

/** The variant that has the property. */
const ownerOf = (type: ShapeClass, spec: PropertySpec): ShapeClass =>
  [...(variantsOf(type)?.values() ?? [])].find((each) => specsOf(each).get(spec.name) === spec) ?? type;

const deep: unknown = JSON.parse('['.repeat(400_000) + ']'.repeat(400_000));
const manyKeys = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 1]));
const giant = 'x'.repeat(largestBody);
const anywhere = [giant, manyKeys, deep, filled({}, Infinity), filled([], Infinity)];

function worstBodies(type: ShapeClass): object[] {
  // A shape inside several others is the same list each time.
  const lists = [...new Map(listsWithin(type).map((way) => [way.at(-1), way])).values()];
  const full = lists.flatMap((way) => {
    const spec = way.at(-1) as PropertySpec & { kind: 'list' };
    return [elementOf(spec), {}].map((element) => fullBody(type, way, element).body);
  });
  return [
    manyKeys,
    { ...smallest(type), [giant]: 1 },
    { ...smallest(type), unknown: deep },
    // The unknown key is told last of all, so that everything before it is looked at.
    ...full.map((body) => ({ ...body, unknown: 1 })),
  ];
}

/** Of each kind the first that any shape has, with its shape: all others of it are read by the same code. */
const oneOfEachKind = new Map(
  [...shapes.values()].flatMap((shape) =>
    [...specsOf(shape).values()].map((spec) => [spec.kind, { shape, spec }] as const),
  ),
);

function expectCheap(shape: ShapeClass, body: object): void {
  let refusal: unknown;
  const spent = cpuMs(() => {
    try {
      toShape(shape, body);
    } catch (error) {
      refusal = error;
    }
  });
  if (refusal !== undefined) expect(refusal).toBeInstanceOf(DomainError);
  expect((refusal as DomainError | undefined)?.message.length ?? 0).toBeLessThan(20_000);
  expect(spent).toBeLessThan(mostCpuMs);
}

describe('what may come in is bounded', () => {
  it('is the shape of every operation', () => {
    expect(shapes.size).toBeGreaterThan(60);
  });

  it('no list is without a maximum', () => {
    const endless = [...shapes].flatMap(([name, shape]) =>
      listsWithin(shape)
        .filter(
          (way) => ((way.at(-1) as { limits: { maxItems?: number } }).limits.maxItems ?? Infinity) > 50_000,
        )
        .map((way) => [name, ...way.map((spec) => spec.name)].join('.')),
    );
    expect(endless).toEqual([]);
  });

  it.each([...shapes])('%s of 1 MiB is refused for little CPU, whatever is in it', (_name, shape) => {
    for (const body of worstBodies(shape)) expectCheap(shape, body);
  });

  it.each([...oneOfEachKind])('so is a property of the kind %s', (_kind, { shape, spec }) => {
    for (const value of anywhere) expectCheap(shape, { ...smallest(shape), [spec.name]: value });
  });
});
