import type { Contract, Schema } from '~/api/contract';

/** A field of a form: how it is asked for, and what may be said. */
export type Shape =
  | { kind: 'text'; schema: Schema }
  | { kind: 'number'; schema: Schema }
  | { kind: 'flag'; schema: Schema }
  | { kind: 'instant'; schema: Schema }
  | { kind: 'choice'; schema: Schema; options: string[] }
  | { kind: 'choices'; schema: Schema; options: string[] }
  | { kind: 'texts'; schema: Schema; isNumber: boolean }
  | { kind: 'list'; schema: Schema; item: Shape }
  | { kind: 'object'; schema: Schema; fields: Field[] }
  | { kind: 'variants'; schema: Schema; by: string; variants: Record<string, Field[]> }
  | { kind: 'map'; schema: Schema }
  | { kind: 'json'; schema: Schema };

export interface Field {
  name: string;
  /** Whether the body must have it. */
  isSent: boolean;
  /** Whether somebody must say something. */
  isRequired: boolean;
  /** Null says something else than nothing at all: it clears. */
  isNullable: boolean;
  description: string | undefined;
  shape: Shape;
}

const isNull = ({ type, enum: values }: Schema) =>
  type === 'null' || (values?.length === 1 && values[0] === null);

/** Reads the shapes of bodies out of the contract. */
export class Shapes {
  constructor(private readonly schemas: Contract['schemas']) {}

  /** The fields of a body; those of a body of several shapes are told by its choice. */
  of(schema: Schema): Shape {
    return this.read(schema).shape;
  }

  private read(schema: Schema): { shape: Shape; isNullable: boolean } {
    const whole = this.flat(schema);
    const all = whole.anyOf ?? whole.oneOf;
    if (all) {
      const left = all.filter((each) => !isNull(this.flat(each)));
      const isNullable = left.length < all.length;
      const [only] = left;
      if (left.length === 1 && only) {
        const told = this.read(only);
        return { shape: told.shape, isNullable: isNullable || told.isNullable };
      }
      return { shape: this.variants(whole, left), isNullable };
    }
    const types = [whole.type ?? []].flat();
    const isNullable = types.includes('null');
    const type = types.find((each) => each !== 'null');
    return { shape: this.typed(whole, type), isNullable };
  }

  /** What a schema says, with all that it refers to. */
  private flat(schema: Schema): Schema {
    if (schema.$ref) return { ...this.flat(this.schemas[schema.$ref] ?? {}), ...described(schema) };
    if (schema.allOf)
      return schema.allOf.reduce<Schema>(
        (whole, part) => ({ ...whole, ...this.flat(part) }),
        described(schema),
      );
    return schema;
  }

  private typed(schema: Schema, type: string | undefined): Shape {
    if (schema.enum)
      return { kind: 'choice', schema, options: schema.enum.filter((each) => each !== null).map(String) };
    if (type === 'string') return { kind: schema.format === 'date-time' ? 'instant' : 'text', schema };
    if (type === 'number' || type === 'integer') return { kind: 'number', schema };
    if (type === 'boolean') return { kind: 'flag', schema };
    if (type === 'array') return this.list(schema);
    if (schema.properties) return { kind: 'object', schema, fields: this.fields(schema) };
    const values = schema.additionalProperties;
    if (typeof values === 'object' && this.flat(values).type === 'string') return { kind: 'map', schema };
    return { kind: 'json', schema };
  }

  private list(schema: Schema): Shape {
    const item = this.of(schema.items ?? {});
    if (item.kind === 'choice') return { kind: 'choices', schema, options: item.options };
    if (item.kind === 'text' || item.kind === 'number')
      return { kind: 'texts', schema, isNumber: item.kind === 'number' };
    return { kind: 'list', schema, item };
  }

  private variants(schema: Schema, all: Schema[]): Shape {
    const by = schema.discriminator?.propertyName;
    if (by === undefined) return { kind: 'json', schema };
    const names = new Map(
      Object.entries(schema.discriminator?.mapping ?? {}).map(([name, to]) => [to, name]),
    );
    const variants = all.flatMap((each) => {
      const name = each.$ref === undefined ? undefined : names.get(each.$ref);
      if (name === undefined) return [];
      return [[name, this.fields(this.flat(each)).filter((field) => field.name !== by)] as const];
    });
    return variants.length > 0
      ? { kind: 'variants', schema, by, variants: Object.fromEntries(variants) }
      : { kind: 'json', schema: { ...schema, anyOf: all } };
  }

  private fields({ properties = {}, required = [] }: Schema): Field[] {
    return Object.entries(properties)
      .map(([name, schema]): Field => {
        const { shape, isNullable } = this.read(schema);
        const description = schema.description ?? shape.schema.description;
        // What must be sent and may be null need not be said.
        const isSent = required.includes(name);
        return { name, isSent, isRequired: isSent && !isNullable, isNullable, description, shape };
      })
      .sort((one, other) => rank(one) - rank(other));
  }
}

const described = ({ description }: Schema): Schema => (description === undefined ? {} : { description });

/** What people think of first; the contract is in the order of the alphabet. */
const first = [
  ...['type', 'id', 'displayName', 'name', 'email', 'description', 'productId', 'customerId', 'planId'],
  ...['featureType', 'meterType', 'pricingType', 'featureId', 'currencyId', 'value', 'amount', 'usageLimit'],
  ...[
    'hasUnlimitedUsage',
    'hasSoftLimit',
    'resetPeriod',
    'enumValues',
    'cadence',
    'billingPeriod',
    'charges',
  ],
  ...['addons', 'startDate', 'endDate', 'quantity'],
];

/** What must be said comes first, and of each what people think of first. */
function rank({ name, isRequired }: Field): number {
  const at = first.indexOf(name);
  return (isRequired ? 0 : 1000) + (at < 0 ? 500 : at);
}
