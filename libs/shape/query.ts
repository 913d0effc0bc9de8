import { badInput } from '#libs/kernel/errors/domain-error';
import { specsOf, type PropertySpec } from './property-spec';

type RawQuery = Record<string, string | string[]>;

const bracketed = /^([^[\]]+)\[([^[\]]+)\]$/;

/** `createdAt[gte]=…` → `createdAt: {gte: …}`; a Map, because names come from outside. */
function groups(raw: RawQuery): Map<string, string | string[] | Map<string, string | string[]>> {
  const read = new Map<string, string | string[] | Map<string, string | string[]>>();
  for (const [key, value] of Object.entries(raw)) {
    const [, name, member] = bracketed.exec(key) ?? [];
    if (name === undefined || member === undefined) {
      read.set(key, value);
      continue;
    }
    const group = read.get(name);
    if (group instanceof Map) group.set(member, value);
    else if (group === undefined) read.set(name, new Map([[member, value]]));
    else throw badInput(`${name} is given both as a value and with [${member}]`);
  }
  return read;
}

const wholeNumber = /^-?\d{1,16}$/;
/** As programs write them, the small ones with an exponent. */
const decimalNumber = /^-?\d{1,16}(?:\.\d{1,16})?(?:e-\d{1,2})?$/;

/** In any letter case, as the enums that some of them are in the contract. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function readOne(spec: PropertySpec, text: string | string[]): unknown {
  if (spec.kind === 'list') {
    const parts = (Array.isArray(text) ? text : [text]).flatMap((part) => part.split(','));
    return spec.of === 'enum' ? parts.map((part) => spec.values.parse(part) ?? part) : parts;
  }
  if (Array.isArray(text)) throw badInput(`${spec.name} must be given once`);
  switch (spec.kind) {
    case 'int':
      return wholeNumber.test(text) ? Number(text) : text;
    case 'num':
      return decimalNumber.test(text) ? Number(text) : text;
    case 'bool':
      return booleans.get(text.toLowerCase()) ?? text;
    case 'enum':
      return spec.values.parse(text) ?? text;
    default:
      return text;
  }
}

/** `createdAt is written as createdAt[gt]=… or createdAt[gte]=…`. */
function formOf({ name, type }: PropertySpec & { kind: 'nested' }): string {
  const forms = [...specsOf(type).keys()].map((member) => `${name}[${member}]=…`);
  return `${name} is written as ${forms.join(' or ')}`;
}

/** `dimensions[team]=red` → `dimensions: {team: 'red'}`: a map has whatever members it is given. */
function mapOf(name: string, members: ReadonlyMap<string, string | string[]>): object {
  for (const [key, value] of members)
    if (Array.isArray(value)) throw badInput(`${name}[${key}] must be given once`);
  return Object.fromEntries(members);
}

/** Strings of a query as the types of its shape; what cannot be read stays a string for the checks to refuse. */
export function readQuery(specs: ReadonlyMap<string, PropertySpec>, raw: unknown): object {
  const read = [...groups((raw ?? {}) as RawQuery)].map(([name, value]) => {
    const spec = specs.get(name);
    if (spec?.kind === 'nested' && !(value instanceof Map)) throw badInput(formOf(spec));
    if (spec?.kind === 'map' && value instanceof Map) return [name, mapOf(name, value)] as const;
    if (!spec || value instanceof Map !== (spec.kind === 'nested')) return [name, value] as const;
    if (spec.kind !== 'nested') return [name, readOne(spec, value as string | string[])] as const;
    const members = specsOf(spec.type);
    const inner = [...(value as Map<string, string | string[]>)].map(([key, text]) => {
      const member = members.get(key);
      return [key, member ? readOne(member, text) : text] as const;
    });
    return [name, Object.fromEntries(inner)] as const;
  });
  return Object.fromEntries(read);
}
