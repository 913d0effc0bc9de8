import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { Faults, pathOf, type Step } from './faults';
import {
  concreteShape,
  requiredSpecsOf,
  specsOf,
  variantsOf,
  type PropertySpec,
  type ShapeClass,
} from './property-spec';
import { unknownKey } from './unknown-key';

type Fields = Record<string, unknown>;

/**
 * Walks what came in along its shape, before anything is made of it. It goes no deeper than the shape does, into no list
 * that is too long, and ends with the tenth fault, so a refusal costs little however large the request is. ADR 0034
 */
export function judge(type: ShapeClass, value: object): Faults {
  const walk = new Walk();
  walk.object(type, value as Fields);
  return walk.faults;
}

class Walk {
  readonly faults = new Faults();
  /** From the root to where the walk stands; put into words only where there is a fault. */
  private readonly way: Step[] = [];

  object(type: ShapeClass, value: Fields): void {
    const shape = concreteShape(type, value);
    if (!shape) return this.wrong('type', kindsOf(type, value['type']));
    const specs = specsOf(shape);
    // By what was sent, not by what could be: most fields of most objects are absent.
    for (const key of Object.keys(value)) {
      if (this.faults.isFull) return;
      const spec = specs.get(key);
      if (spec) this.property(spec, value[key]);
      else this.faults.addUnknownKey(unknownKey(shape, key, value, pathOf(this.way)));
    }
    for (const spec of requiredSpecsOf(shape)) {
      if (this.faults.isFull) return;
      if (value[spec.name] === undefined) this.wrong(spec, requirementOf(spec), spec.code);
    }
  }

  private property(spec: PropertySpec, value: unknown): void {
    if (value === undefined || (value === null && spec.presence.nullable)) return;
    const wrong = spec.check(value);
    if (wrong !== undefined) return this.wrong(spec, wrong, spec.code);
    if (spec.kind !== 'nested' && spec.kind !== 'list') return;
    this.way.push(spec);
    if (spec.kind === 'nested') this.object(spec.type, value as Fields);
    else this.elements(spec, value as unknown[]);
    this.way.pop();
  }

  private elements(spec: PropertySpec & { kind: 'list' }, elements: unknown[]): void {
    for (let index = 0; index < elements.length && !this.faults.isFull; index++) {
      const wrong = spec.each(elements[index]);
      if (wrong !== undefined) this.wrong(index, wrong, spec.code);
      else if (spec.of === 'nested') {
        this.way.push(index);
        this.object(spec.type, elements[index] as Fields);
        this.way.pop();
      }
    }
  }

  private wrong(step: Step, wrong: string, code?: ErrorCode): void {
    this.faults.addField([...this.way, step], wrong, code);
  }
}

/** What is said of a field that is missing: that it is, and what it must hold. */
function requirementOf({ check }: PropertySpec): string {
  const must = check(undefined);
  return must === undefined ? 'is required' : `is required and ${must}`;
}

/** What the `type` that tells variants apart must be. */
function kindsOf(type: ShapeClass, given: unknown): string {
  const choices = `must be one of ${[...(variantsOf(type)?.keys() ?? [])].join(', ')}`;
  return given === undefined ? `is required and ${choices}` : choices;
}
