import { Field, Float, Int as GraphQLInt, type ReturnTypeFuncValue } from '@nestjs/graphql';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import {
  checkAnything,
  checkBool,
  checkDimensions,
  checkEnum,
  checkList,
  checkNumber,
  checkObject,
  checkRow,
  checkStringMap,
  checkText,
  checkTimestamp,
  type ListLimits,
  type NumberLimits,
  type TextLimits,
} from './checks';
import type { EnumShape } from './enum-shape';
import { InstantScalar } from './instant-scalar';
import { JsonScalar } from './json-scalar';
import { graphqlTypeOf } from './view-variants';
import { recordSpec, variantsOf, type Presence, type PropertySpec, type ShapeClass } from './property-spec';

type OpenApiSchema = Record<string, unknown>;
type KindOf<S> = S extends PropertySpec ? Omit<S, 'name' | 'order' | 'presence' | 'reapply'> : never;

interface Facets {
  spec: KindOf<PropertySpec>;
  presence: Presence;
  schema: OpenApiSchema;
  graphql: () => ReturnTypeFuncValue;
}

/** One line per property: what it must be, OpenAPI and GraphQL, never one without the others. */
function property(facets: Facets): PropertyDecorator {
  const { presence, schema } = facets;
  const { optional = false, nullable = false, looseInGraphql = false, description, example } = presence;
  return (prototype, key) => {
    const name = String(key);
    const reapply = (absent = optional) =>
      property({ ...facets, presence: { ...presence, optional: absent } });
    recordSpec(prototype, { ...facets.spec, name, presence, reapply });
    ApiProperty({ ...schema, nullable, required: !optional, description, example })(prototype, key);
    if (!presence.restOnly) {
      const mayBeNull = optional || nullable || looseInGraphql;
      Field(facets.graphql, { nullable: mayBeNull, description })(prototype, key);
    }
  };
}

function schemaOf(type: ShapeClass): OpenApiSchema {
  const variants = variantsOf(type);
  if (!variants) return { $ref: getSchemaPath(type) };
  const refs = [...variants].map(([kind, variant]) => [kind, getSchemaPath(variant)] as const);
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  };
}

const withModels =
  (type: ShapeClass, decorate: PropertyDecorator): PropertyDecorator =>
  (prototype, key) => {
    ApiExtraModels(...(variantsOf(type)?.values() ?? [type]))(prototype.constructor);
    decorate(prototype, key);
  };

/** A string. Lengths count code points; NUL and lone surrogates are refused, because PostgreSQL text cannot keep them. */
export const Text = ({ min, max, pattern, format, ...presence }: TextLimits & Presence = {}) =>
  property({
    spec: { kind: 'text', check: checkText({ min, max, pattern, format }) },
    presence,
    schema: { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source, format },
    graphql: () => String,
  });

const graphqlIntMax = 2 ** 31 - 1;

/** A whole number. GraphQL's Int has 32 bits, so larger ranges are told as Float, which is exact up to 2^53. */
export const Int = ({ min, max, code, ...presence }: NumberLimits & Presence & { code?: ErrorCode } = {}) =>
  property({
    spec: { kind: 'int', check: checkNumber({ min, max }, true), code },
    presence,
    schema: { type: 'integer', minimum: min, maximum: max },
    graphql: () => (max !== undefined && max <= graphqlIntMax ? GraphQLInt : Float),
  });

export const Num = ({ min, max, ...presence }: NumberLimits & Presence = {}) =>
  property({
    spec: { kind: 'num', check: checkNumber({ min, max }, false) },
    presence,
    schema: { type: 'number', minimum: min, maximum: max },
    graphql: () => Float,
  });

export const Bool = (presence: Presence = {}) =>
  property({
    spec: { kind: 'bool', check: checkBool },
    presence,
    schema: { type: 'boolean' },
    graphql: () => Boolean,
  });

interface EnumOptions extends Presence {
  /** The one value of this variant, where several shapes are told apart by it. */
  only?: string;
}

export const OneOf = (values: EnumShape<string>, { only, ...presence }: EnumOptions = {}) =>
  property({
    spec: { kind: 'enum', values, only, check: checkEnum(values) },
    presence,
    schema: { type: 'string', enum: only === undefined ? [...values.values] : [only] },
    graphql: () => values.graphql as never,
  });

export const Nested = (type: ShapeClass, presence: Presence = {}) =>
  withModels(
    type,
    property({
      spec: { kind: 'nested', type, check: checkObject },
      presence,
      // With a type, because a composed shape has no design type that the document could fall back to.
      schema: presence.nullable
        ? { type: 'object', allOf: [schemaOf(type)] }
        : { ...schemaOf(type), type: undefined },
      graphql: () => (presence.asJson ? JsonScalar : type),
    }),
  );

/** An instant, ISO 8601 in UTC with milliseconds on the way out; a `Date` inside. */
export const Timestamp = (presence: Presence = {}) =>
  property({
    spec: {
      kind: 'timestamp',
      check: (value) => (value instanceof Date ? undefined : checkTimestamp(value)),
    },
    presence,
    schema: { type: 'string', format: 'date-time' },
    graphql: () => InstantScalar,
  });

/** A map of strings with the limits of metadata. Domain: catalog C6. */
export const StringMap = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map', check: checkStringMap, code: 'InvalidMetadataError' },
    presence,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    graphql: () => JsonScalar,
  });

/** Any JSON, for answers that tell a state of another shape. */
export const Json = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map', check: checkAnything },
    presence,
    schema: { type: 'object', additionalProperties: true },
    graphql: () => JsonScalar,
  });

/** One value of any kind, in answers that tell two states of it side by side. */
export const AnyValue = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map', check: checkAnything },
    presence,
    schema: {
      anyOf: [
        ...['string', 'number', 'boolean', 'object'].map((type) => ({ type })),
        { type: 'array', items: {} },
      ],
    },
    graphql: () => JsonScalar,
  });

/** A map of texts, numbers and truth values, as events and reports carry it. */
export const Dimensions = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map', check: checkDimensions },
    presence,
    schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    graphql: () => JsonScalar,
  });

type Element = ShapeClass | EnumShape<string> | TextLimits;

const isClass = (of: Element): of is ShapeClass => typeof of === 'function';
const isEnum = (of: Element): of is EnumShape<string> => 'values' in of;

/** A list of shapes, of enum values, or of strings with limits. What may come in has a `maxItems`; answers need none. */
export function ListOf(of: Element, options: ListLimits & Presence = {}): PropertyDecorator {
  const { minItems, maxItems, ...presence } = options;
  const limits = { minItems, maxItems };
  const list = { kind: 'list', limits, check: checkList(limits) } as const;
  const array = (items: OpenApiSchema) => ({ type: 'array', items, minItems, maxItems });
  if (isClass(of)) {
    const facets: Facets = {
      spec: { ...list, of: 'nested', type: of, each: checkObject },
      presence,
      schema: array(schemaOf(of)),
      graphql: () => [graphqlTypeOf(of)],
    };
    return withModels(of, property(facets));
  }
  if (isEnum(of)) {
    return property({
      spec: { ...list, of: 'enum', values: of, each: checkEnum(of) },
      presence,
      schema: array({ type: 'string', enum: [...of.values] }),
      graphql: () => [of.graphql as never],
    });
  }
  return property({
    spec: { ...list, of: 'text', each: checkText(of) },
    presence,
    schema: array({ type: 'string', minLength: of.min, maxLength: of.max, pattern: of.pattern?.source }),
    graphql: () => [String],
  });
}

/** A list of lists of shapes, in answers. */
export const ListsOf = (type: ShapeClass, presence: Presence = {}): PropertyDecorator =>
  withModels(
    type,
    property({
      spec: { kind: 'map', check: checkAnything },
      presence,
      schema: { type: 'array', items: { type: 'array', items: schemaOf(type) } },
      graphql: () => [[graphqlTypeOf(type)]] as never,
    }),
  );

/** A list of objects that are judged one by one by who reads them (`toShape`): GraphQL takes each as a JSON value, written as over REST. */
export function RowsOf(type: ShapeClass, options: ListLimits & Presence = {}): PropertyDecorator {
  const { minItems, maxItems, ...presence } = options;
  const limits = { minItems, maxItems };
  const facets: Facets = {
    spec: { kind: 'list', limits, check: checkList(limits), of: 'row', type, each: checkRow },
    presence,
    schema: { type: 'array', items: schemaOf(type), minItems, maxItems },
    graphql: () => [JsonScalar],
  };
  return withModels(type, property(facets));
}

/** A list of whole numbers, each within the limits. */
export const IntsOf = ({ min, max }: Required<NumberLimits>, options: ListLimits & Presence = {}) => {
  const { minItems, maxItems, ...presence } = options;
  const limits = { minItems, maxItems };
  const [check, each] = [checkList(limits), checkNumber({ min, max }, true)];
  return property({
    spec: { kind: 'list', limits, check, of: 'int', each },
    presence,
    schema: { type: 'array', items: { type: 'integer', minimum: min, maximum: max }, minItems, maxItems },
    graphql: () => [max <= graphqlIntMax ? GraphQLInt : Float],
  });
};

/** A field of the wire contract whose behaviour is not built: taken as it is, and refused by the use case unless empty. */
export const Unbuilt = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map', check: checkAnything },
    presence: {
      optional: true,
      nullable: true,
      description: 'Not built: answers UnsupportedParameter.',
      ...presence,
    },
    // Said, because a composed shape has no design type that the document could fall back to.
    schema: { type: 'object', additionalProperties: true },
    graphql: () => JsonScalar,
  });
