import { Field, InputType } from '@nestjs/graphql';
import { recordVariants, type ShapeClass } from './property-spec';

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
