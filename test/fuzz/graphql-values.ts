import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import type { SeededRandom } from '../support/seeded-random';
import type { KnownIds } from './known';

type Json = Record<string, unknown>;

const dayMs = 86_400_000;
const deepest = 4;

/** Makes variables that the schema allows, and turns bodies of REST into them. */
export class GraphqlValues {
  private made = 0;

  constructor(
    private readonly known: KnownIds,
    private readonly random: SeededRandom,
  ) {}

  of(type: GraphQLInputType, name: string, depth = 0): unknown {
    if (!isNonNullType(type) && this.random.next() < 0.08) return null;
    const given = getNullableType(type);
    if (isListType(given)) {
      const length = depth > deepest ? 0 : this.random.whole(0, 2);
      return Array.from({ length }, () => this.of(given.ofType, name, depth + 1));
    }
    if (isEnumType(given)) return this.random.pick(given.getValues()).name;
    if (isInputObjectType(given)) {
      const fields = Object.values(given.getFields());
      const kinds = fields.filter((field) => field.name === 'feature' || field.name === 'credit');
      if (kinds.length === 2 && kinds.length === fields.length) {
        const one = this.random.pick(kinds);
        return { [one.name]: this.of(one.type, one.name, depth + 1) };
      }
      const told = fields.filter(
        (field) => isNonNullType(field.type) || (depth < deepest && this.random.next() < 0.2),
      );
      return Object.fromEntries(
        told.map((field) => [field.name, this.of(field.type, field.name, depth + 1)]),
      );
    }
    return this.scalar(getNamedType(given).name, name);
  }

  /** A body of REST as this type writes it: a union has a member for each kind, and enums are names. */
  from(type: GraphQLInputType, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const given = getNullableType(type);
    if (isListType(given)) return [value].flat().map((each) => this.from(given.ofType, each));
    if (isEnumType(given)) {
      const wanted = String(value)
        .replace(/\W/g, '_')
        .replace(/^(?=\d)/, '_');
      return given.getValue(wanted)?.name ?? given.getValues()[0]?.name;
    }
    if (!isInputObjectType(given) || typeof value !== 'object') return value;
    const fields = given.getFields();
    const { type: kind, ...rest } = value as Json;
    const member = typeof kind === 'string' && !fields['type'] ? fields[kind.toLowerCase()] : undefined;
    if (member) return { [member.name]: this.from(member.type, rest) };
    const known = Object.entries(value).filter(([name]) => fields[name]);
    return Object.fromEntries(
      known.map(([name, each]) => [name, this.from(fields[name]?.type as GraphQLInputType, each)]),
    );
  }

  fresh(prefix: string): string {
    return `${prefix}-graph-${++this.made}`;
  }

  private scalar(type: string, name: string): unknown {
    switch (type) {
      case 'Int':
        return name === 'first' || name === 'last' ? this.random.whole(1, 20) : this.random.whole(0, 40);
      case 'Float':
        return this.random.whole(0, 200) / 4;
      case 'Boolean':
        return this.random.next() < 0.5;
      case 'DateTime':
        return new Date(
          Date.now() + this.random.whole(-40, name === 'startDate' ? 0 : 300) * dayMs,
        ).toISOString();
      case 'JSON':
        return { [this.fresh('key')]: 'v' };
      default: {
        const known = this.random.next() < 0.95 ? this.known.ofName(name, this.random) : undefined;
        return known ?? this.fresh(name);
      }
    }
  }
}
