import type { SeededRandom } from '../support/seeded-random';
import type { KnownIds } from './known';
import type { Reference, Schema } from './reference';

const dayMs = 86_400_000;
const deepest = 7;
/** How often a field is said that may be left out. */
const optionally = 0.25;

let made = 0;

/** Makes values that a schema allows, with ids of things that there are. */
export class ValidValues {
  constructor(
    private readonly reference: Reference,
    private readonly known: KnownIds,
    private readonly random: SeededRandom,
    /** Stands in each text that is made up. */
    private readonly mark = 'fuzz',
  ) {}

  /** @param name of the field or the parameter that it is for */
  of(schema: Schema, name = '', depth = 0): unknown {
    if (this.reference.mayBeNull(schema) && this.random.next() < 0.1) return null;
    const one = this.random.pick(this.reference.alternatives(schema));
    if (one.const !== undefined) return one.const;
    if (one.enum) return this.random.pick(one.enum.filter((value) => value !== null));
    const type = [one.type].flat().find((each) => each !== 'null');
    switch (type) {
      case 'boolean':
        return this.random.next() < 0.5;
      case 'integer':
      case 'number':
        return this.number(one, type === 'integer');
      case 'array':
        return this.list(one, name, depth);
      case 'object':
        return this.object(one, depth);
      default:
        return type === undefined && one.properties ? this.object(one, depth) : this.text(one, name);
    }
  }

  /** An id that nothing has yet. */
  fresh(prefix: string): string {
    return `${prefix}-${this.mark}-${++made}`;
  }

  /** An instant near today, in the form of the wire. */
  instant(latestDay = 400): string {
    return new Date(Date.now() + this.random.whole(-40, latestDay) * dayMs).toISOString();
  }

  private text({ format, pattern, minLength = 0, maxLength = 255 }: Schema, name: string): string {
    if (format === 'date-time') return this.instant(name === 'startDate' || name === 'from' ? 0 : 400);
    if (format === 'date') return this.instant().slice(0, 10);
    if (format === 'email') return `${this.fresh('mail')}@buyers.example`;
    if (format === 'uri' || name === 'endpoint') return 'https://receiver.example/hook';
    if (/[cC]ountry/.test(name)) return this.random.pick(['US', 'DE', 'GB', 'JP']);
    if (name === 'id' || pattern !== undefined) return this.fresh(name || 'id').slice(0, maxLength);
    const known = this.random.next() < 0.95 ? this.known.ofName(name, this.random) : undefined;
    const text = known ?? this.fresh(name || 'text');
    return text.padEnd(minLength, 'x').slice(0, maxLength);
  }

  private number({ minimum = 0, maximum = 1000 }: Schema, isWhole: boolean): number {
    const most = Math.min(maximum, minimum + 50);
    const whole = this.random.whole(Math.ceil(minimum), Math.floor(most));
    return isWhole || this.random.next() < 0.6 ? whole : Math.min(most, whole + 0.25);
  }

  private list({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string, depth: number): unknown[] {
    const length = this.random.whole(
      Math.max(minItems, depth > deepest ? 0 : 1),
      Math.max(minItems, Math.min(maxItems, 3)),
    );
    return Array.from({ length: depth > deepest ? minItems : length }, () => this.of(items, name, depth + 1));
  }

  private object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): unknown {
    const rate = depth > deepest ? 0 : optionally;
    const told = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.random.next() < rate,
    );
    const named = told.map(([name, schema]) => [name, this.of(schema, name, depth + 1)] as const);
    const isMap = Object.keys(properties).length === 0 && additionalProperties !== false;
    const free = isMap && this.random.next() < 0.7 ? [[this.fresh('key'), this.mark] as const] : [];
    return Object.fromEntries([...named, ...free]);
  }
}
