import { Field, Float, Int as GraphQLInt, type ReturnTypeFuncValue } from '@nestjs/graphql';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import {
  checkBool,
  checkDimensions,
  checkEnum,
  checkList,
  checkNumber,
  checkStringMap,
  checkText,
  checkTimestamp,
  type Check,
  type ListLimits,
  type NumberLimits,
  type TextLimits,
} from './checks';
import type { EnumShape } from './enum-shape';
import { InstantScalar } from './instant-scalar';
import { JsonScalar } from './json-scalar';
import { recordSpec, variantsOf, type Presence, type PropertySpec, type ShapeClass } from './property-spec';
import { typeSelector } from './variants';

type OpenApiSchema = Record<string, unknown>;
type KindOf<S> = S extends PropertySpec ? Omit<S, 'name' | 'presence' | 'reapply'> : never;

interface Facets {
  spec: KindOf<PropertySpec>;
  presence: Presence;
  schema: OpenApiSchema;
  graphql: () => ReturnTypeFuncValue;
  check?: Check;
  /** The code of a refusal where it is not BadUserInput. */
  code?: string;
  nested?: ShapeClass;
}

/** One line per property: validation, OpenAPI, GraphQL and our own record of the shape, never one without the others. */
function property(facets: Facets): PropertyDecorator {
  const { presence, schema, check, nested } = facets;
  const { optional = false, nullable = false, description, example } = presence;
  const validateIf = (_: unknown, value: unknown) =>
    !(optional && value === undefined) && !(nullable && value === null);
  const decorate: PropertyDecorator = (prototype, key) => {
    const name = String(key);
    const reapply = (absent = optional) =>
      property({ ...facets, presence: { ...presence, optional: absent } });
    recordSpec(prototype, { ...facets.spec, name, presence, reapply });
    ApiProperty({ ...schema, nullable, required: !optional, description, example })(prototype, key);
    if (!presence.restOnly) {
      Field(facets.graphql, { nullable: optional || nullable, description })(prototype, key);
    }
    if (check) {
      const validator = {
        validate: (value: unknown) => check(value) === undefined,
        defaultMessage: (a?: { value: unknown }) => check(a?.value) ?? '',
      };
      ValidateBy({ name: 'shape', validator }, { validateIf, context: { code: facets.code } })(
        prototype,
        key,
      );
    }
    if (nested) nest(nested, validateIf)(prototype, key);
  };
  return decorate;
}

function nest(type: ShapeClass, validateIf: (o: unknown, v: unknown) => boolean): PropertyDecorator {
  return (prototype, key) => {
    const [base, options] = typeSelector(type);
    Type(() => base, options)(prototype, key);
    // The nested validation reads no validateIf of its own and would refuse a null that the property takes.
    ValidateIf(validateIf)(prototype, key);
    ValidateNested({ context: {} })(prototype, key);
  };
}

const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'must be an object';

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
    spec: { kind: 'text' },
    presence,
    schema: { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source, format },
    graphql: () => String,
    check: checkText({ min, max, pattern, format }),
  });

const graphqlIntMax = 2 ** 31 - 1;

/** A whole number. GraphQL's Int has 32 bits, so larger ranges are told as Float, which is exact up to 2^53. */
export const Int = ({ min, max, code, ...presence }: NumberLimits & Presence & { code?: string } = {}) =>
  property({
    spec: { kind: 'int' },
    presence,
    schema: { type: 'integer', minimum: min, maximum: max },
    graphql: () => (max !== undefined && max <= graphqlIntMax ? GraphQLInt : Float),
    check: checkNumber({ min, max }, true),
    code,
  });

export const Num = ({ min, max, ...presence }: NumberLimits & Presence = {}) =>
  property({
    spec: { kind: 'num' },
    presence,
    schema: { type: 'number', minimum: min, maximum: max },
    graphql: () => Float,
    check: checkNumber({ min, max }, false),
  });

export const Bool = (presence: Presence = {}) =>
  property({
    spec: { kind: 'bool' },
    presence,
    schema: { type: 'boolean' },
    graphql: () => Boolean,
    check: checkBool,
  });

interface EnumOptions extends Presence {
  /** The one value of this variant, where several shapes are told apart by it. */
  only?: string;
}

export const OneOf = (values: EnumShape<string>, { only, ...presence }: EnumOptions = {}) =>
  property({
    spec: { kind: 'enum', values, only },
    presence,
    schema: { type: 'string', enum: only === undefined ? [...values.values] : [only] },
    graphql: () => values.graphql as never,
    check: checkEnum(values),
  });

export const Nested = (type: ShapeClass, presence: Presence = {}) =>
  withModels(
    type,
    property({
      spec: { kind: 'nested', type },
      presence,
      // With a type, because a composed shape has no design type that the document could fall back to.
      schema: presence.nullable
        ? { type: 'object', allOf: [schemaOf(type)] }
        : { ...schemaOf(type), type: undefined },
      graphql: () => (presence.asJson ? JsonScalar : type),
      check: isObject,
      nested: type,
    }),
  );

/** An instant, ISO 8601 in UTC with milliseconds on the way out; a `Date` inside. */
export const Timestamp = (presence: Presence = {}) =>
  property({
    spec: { kind: 'timestamp' },
    presence,
    schema: { type: 'string', format: 'date-time' },
    graphql: () => InstantScalar,
    check: (value) => (value instanceof Date ? undefined : checkTimestamp(value)),
  });

/** A map of strings with the limits of metadata. Domain: catalog C6. */
export const StringMap = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map' },
    presence,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    graphql: () => JsonScalar,
    check: checkStringMap,
    code: 'InvalidMetadataError',
  });

/** Any JSON, for answers that tell a state of another shape. */
export const Json = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map' },
    presence,
    schema: { type: 'object', additionalProperties: true },
    graphql: () => JsonScalar,
  });

/** One value of any kind, in answers that tell two states of it side by side. */
export const AnyValue = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map' },
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
    spec: { kind: 'map' },
    presence,
    schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    graphql: () => JsonScalar,
    check: checkDimensions,
  });

type Element = ShapeClass | EnumShape<string> | TextLimits;

const isClass = (of: Element): of is ShapeClass => typeof of === 'function';
const isEnum = (of: Element): of is EnumShape<string> => 'values' in of;

/** A list of shapes, of enum values, or of strings with limits. */
export function ListOf(of: Element, options: ListLimits & Presence = {}): PropertyDecorator {
  const { minItems, maxItems, ...presence } = options;
  const array = (items: OpenApiSchema) => ({ type: 'array', items, minItems, maxItems });
  if (isClass(of)) {
    const facets: Facets = {
      spec: { kind: 'list', of: 'nested', type: of },
      presence,
      schema: array(schemaOf(of)),
      graphql: () => [of],
      check: checkList({ minItems, maxItems }, isObject),
      nested: of,
    };
    return withModels(of, property(facets));
  }
  if (isEnum(of)) {
    return property({
      spec: { kind: 'list', of: 'enum', values: of },
      presence,
      schema: array({ type: 'string', enum: [...of.values] }),
      graphql: () => [of.graphql as never],
      check: checkList({ minItems, maxItems }, checkEnum(of)),
    });
  }
  return property({
    spec: { kind: 'list', of: 'text' },
    presence,
    schema: array({ type: 'string', minLength: of.min, maxLength: of.max, pattern: of.pattern?.source }),
    graphql: () => [String],
    check: checkList({ minItems, maxItems }, checkText(of)),
  });
}

/** A field of the wire contract whose behaviour is not built: taken as it is, and refused by the use case unless empty. */
export const Unbuilt = (presence: Presence = {}) =>
  property({
    spec: { kind: 'map' },
    presence: {
      optional: true,
      nullable: true,
      description: 'Not built: answers UnsupportedParameter.',
      ...presence,
    },
    // Said, because a composed shape has no design type that the document could fall back to.
    schema: { type: 'object', additionalProperties: true },
    graphql: () => JsonScalar,
    check: () => undefined,
  });
