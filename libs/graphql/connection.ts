import { Field, Int as GraphQLInt, ObjectType, type FieldMiddleware } from '@nestjs/graphql';
import { badInput } from '#libs/kernel/errors/domain-error';
import { Input, OmitOf, argumentsOf } from '#libs/shape/classes';
import { Int, Text } from '#libs/shape/decorators';
import type { ShapeClass } from '#libs/shape/property-spec';
import { cursorOf, defaultLimit, edgesOf, type Page } from '#libs/kernel/page';
import { ListQuery } from '#libs/shape/list-query';

@ObjectType('PageInfo')
class PageInfo {
  @Field()
  hasNextPage: boolean;

  @Field()
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true })
  startCursor: string | null;

  @Field(() => String, { nullable: true })
  endCursor: string | null;
}

const connections = new Map<ShapeClass, ShapeClass>();

const countWhenAsked: FieldMiddleware = async (_context, next) => {
  const count: unknown = await next();
  return typeof count === 'function' ? (count as () => Promise<number>)() : count;
};

/** The Relay connection of a view; one per view. */
export function connectionOf(node: ShapeClass): ShapeClass {
  const known = connections.get(node);
  if (known) return known;
  class Edge {}
  Field(() => String)(Edge.prototype, 'cursor');
  Field(() => node)(Edge.prototype, 'node');
  ObjectType(`${node.name}Edge`)(Edge);
  class Connection {}
  Field(() => [Edge])(Connection.prototype, 'edges');
  Field(() => PageInfo)(Connection.prototype, 'pageInfo');
  const counted = { description: 'Counted only when asked for.', middleware: [countWhenAsked] };
  Field(() => GraphQLInt, counted)(Connection.prototype, 'totalCount');
  ObjectType(`${node.name}Connection`)(Connection);
  connections.set(node, Connection);
  return Connection;
}

export function toConnection(page: Page<{ id: string }>): object {
  const { items, hasMore, hasPrevious, count } = page;
  const { first: startCursor, last: endCursor } = edgesOf(page);
  return {
    edges: items.map((node) => ({ cursor: cursorOf(node), node })),
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: hasPrevious,
      startCursor,
      endCursor,
    },
    totalCount: count,
  };
}

@Input('Relay paging: first with after, or last with before; last alone is the end of the list.')
export class RelayPaging {
  @Int({ min: 1, max: 100, optional: true, description: `Default ${defaultLimit}.` })
  first?: number;

  @Text({ min: 1, max: 255, optional: true })
  after?: string;

  @Int({ min: 1, max: 100, optional: true })
  last?: number;

  @Text({ min: 1, max: 255, optional: true })
  before?: string;
}

const pagingNames = ['limit', 'starting_after', 'ending_before', 'after', 'before'] as (keyof ListQuery)[];

/** The filters of a REST list with Relay paging, as GraphQL arguments. */
export function connectionArgs<Q extends ListQuery>(query: ShapeClass<Q>) {
  const filters = OmitOf<Q, keyof ListQuery & keyof Q & string>(query, pagingNames);
  return argumentsOf(filters, RelayPaging);
}

/** Relay arguments as the query that the use case takes. @throws BadUserInput for a mix that means nothing */
export function listQueryOf<Q extends ListQuery>(args: Omit<Q, keyof ListQuery> & RelayPaging): Q {
  const { first, after, last, before, ...filters } = args;
  if (first !== undefined && last !== undefined) throw badInput('first and last exclude each other');
  if (after !== undefined && last !== undefined) throw badInput('last goes with before, not with after');
  if (before !== undefined && first !== undefined) throw badInput('first goes with after, not with before');
  const isFromEnd = last !== undefined && before === undefined ? true : undefined;
  const given = Object.entries({ limit: first ?? last, after, before, isFromEnd });
  return Object.assign(filters, Object.fromEntries(given.filter(([, v]) => v !== undefined))) as unknown as Q;
}

@Input('Relay paging of a list that is walked one way.')
class OnwardPaging {
  @Int({ min: 1, max: 100, optional: true, description: `Default ${defaultLimit}.` })
  first?: number;

  @Text({ min: 1, max: 255, optional: true })
  after?: string;
}

interface OnwardQuery {
  limit?: number;
  after?: string;
}

/** The filters of a REST list that is walked one way, with Relay paging, as GraphQL arguments. */
export function onwardArgs<Q extends OnwardQuery>(query: ShapeClass<Q>) {
  const filters = OmitOf<Q, keyof OnwardQuery & keyof Q & string>(query, ['limit', 'after']);
  return argumentsOf(filters, OnwardPaging);
}

/** Those arguments as the query that the use case takes. */
export function onwardQueryOf<Q extends OnwardQuery>(args: Omit<Q, keyof OnwardQuery> & OnwardPaging): Q {
  const { first, ...query } = args;
  return (first === undefined ? query : { ...query, limit: first }) as unknown as Q;
}
