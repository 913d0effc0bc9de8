import { applyDecorators, SetMetadata } from '@nestjs/common';
import { createUnionType, Extensions, Mutation, Query, ResolveField } from '@nestjs/graphql';
import { noteEntityTag } from '#libs/context/request-context';
import { isPaged, type Answer } from '#libs/use-cases/answer';
import { factsOf, openness, type Served, type UseCaseFacts } from '#libs/use-cases/use-case';
import { answering, servesKey } from '#libs/doors/served';
import type { Page } from '#libs/kernel/page';
import { JsonScalar } from '#libs/shape/json-scalar';
import type { ShapeClass } from '#libs/shape/property-spec';
import { graphqlTypeOf, viewVariants } from '#libs/shape/view-variants';
import type { MessageSource } from '#libs/use-cases/message-stream';
import { connectionOf, toConnection } from './connection';
import { SourceEvents } from './source-events';
import { ofStreams } from './stream-root';

const unions = new Map<string, ShapeClass>();

/** The union of several views told apart by `type`, of which fields answer one. */
export function viewUnion(name: string, byKind: Record<string, ShapeClass>): ShapeClass {
  const known = unions.get(name) ?? graphqlTypeOf(viewVariants(name, byKind));
  unions.set(name, known);
  return known;
}

/** What is true of GraphQL alone. */
interface FieldOptions {
  /** The union where the answer is one of several views. */
  union?: ShapeClass;
}

const nounOf = (operation: string): string => {
  const noun = operation.replace(/^(get|list)(?=[A-Z])/, '');
  return noun.charAt(0).toLowerCase() + noun.slice(1);
};

function typeOf(answer: Answer, union: ShapeClass | undefined): () => never {
  const { kind, types } = answer;
  if (kind === 'document' || kind === 'nothing') return () => JsonScalar as never;
  const type = union ?? types[0];
  if (!type) throw new Error('An answer needs a type');
  if (isPaged(answer)) {
    // Made now: while the schema is built it would be too late to declare types.
    const connection = connectionOf(type);
    return () => connection as never;
  }
  return (kind === 'one' ? () => type : () => [type]) as never;
}

// A refused root field is null and leaves the others of its request as they are.
const nullable = true;

const descriptionOf = (facts: UseCaseFacts): string => `${facts.summary} ${openness(facts)}`;

type FieldArguments<S> = [...Served<S>, FieldOptions?];

/** A root query, named by its noun: `getCustomer` → `customer`. Decision 10 of the interface's README. */
export function ReadField<S extends object>(...[service, method, options]: FieldArguments<S>) {
  const facts = factsOf<S>(service, method);
  const { answers, operation } = facts;
  return applyDecorators(
    answering((result) => {
      noteEntityTag(result);
      return isPaged(answers) ? toConnection(result as Page<{ id: string }>) : result;
    }),
    Query(typeOf(answers, options?.union), {
      name: nounOf(operation),
      description: descriptionOf(facts),
      nullable,
    }),
    SetMetadata(servesKey, facts),
  );
}

/** A mutation, named by its operationId. */
export function WriteField<S extends object>(...[service, method, options]: FieldArguments<S>) {
  const facts = factsOf<S>(service, method);
  const { answers, operation: name } = facts;
  return applyDecorators(
    answering((result) => {
      noteEntityTag(result);
      return result;
    }),
    Mutation(typeOf(answers, options?.union), { name, description: descriptionOf(facts), nullable }),
    SetMetadata(servesKey, facts),
  );
}

/** A subscription, named by its operationId. Messages are told apart by their types. */
export function StreamField<S extends object>(...[service, method]: Served<S>) {
  const facts = factsOf<S>(service, method);
  const { answers, operation: name } = facts;
  const message = createUnionType({
    name: `${name.replace(/^stream/, '')}Message`,
    types: () => answers.types as never,
    resolveType: (value: object) => value.constructor,
  });
  return applyDecorators(
    answering((source) => new SourceEvents(source as MessageSource, name)),
    Query(() => message, { name, description: descriptionOf(facts), nullable }),
    Extensions(ofStreams),
    SetMetadata(servesKey, facts),
  );
}

/** A field below another view, with a use case of its own. */
export function NestedField<S extends object>(
  name: string,
  ...[service, method, options]: FieldArguments<S>
) {
  const facts = factsOf<S>(service, method);
  return applyDecorators(
    ResolveField(name, typeOf(facts.answers, options?.union), { description: descriptionOf(facts) }),
    SetMetadata(servesKey, facts),
  );
}
