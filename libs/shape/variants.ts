import { Field, InputType } from '@nestjs/graphql';
import type { TypeOptions } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { recordVariants, variantsOf, type ShapeClass } from './property-spec';

/** What class-transformer makes of an element whose `type` names no variant. */
export const unknownVariant = (kinds: readonly string[]): ShapeClass => {
  class UnknownVariant {
    readonly type?: string;
  }
  const message = `must be one of ${kinds.join(', ')}`;
  ValidateBy({ name: 'shape', validator: { validate: () => false, defaultMessage: () => message } })(
    UnknownVariant.prototype,
    'type',
  );
  return UnknownVariant;
};

/**
 * A request that is one of several shapes, told apart by `type` over REST. GraphQL has no input unions, so there it is an
 * input with one member per variant, exactly one of them given. Choice: architecture §4.
 */
export function Variants(graphqlName: string, byKind: Record<string, ShapeClass>): ClassDecorator {
  return (target) => {
    recordVariants(target, new Map(Object.entries(byKind)));
    for (const [kind, type] of Object.entries(byKind)) {
      Field(() => type, { nullable: true })(target.prototype as object, kind.toLowerCase());
    }
    InputType(graphqlName)(target);
  };
}

/** How class-transformer finds the class of a nested value. */
export function typeSelector(type: ShapeClass): [ShapeClass, TypeOptions | undefined] {
  const variants = variantsOf(type);
  if (!variants) return [type, undefined];
  const subTypes = [...variants].map(([name, value]) => ({ name, value }));
  const discriminator = { property: 'type', subTypes };
  return [unknownVariant([...variants.keys()]), { discriminator, keepDiscriminatorProperty: true }];
}
