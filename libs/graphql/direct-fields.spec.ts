import { UseGuards, type CanActivate, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import type { Around } from '#libs/doors/direct-call';
import { isNestedField } from '#libs/doors/nested-field';
import { directField } from './direct-fields';

const passing: CanActivate = { canActivate: () => true };
const marked: PipeTransform = {
  transform: (value, { type, data }) => `${type} ${data ?? 'all'} ${String(value)}`,
};
const later: PipeTransform = { transform: (value) => Promise.resolve(`${String(value)} later`) };

@Resolver()
class ThingsResolver {
  @Query(() => String)
  thing(@Args('id', { type: () => String }) id: string) {
    return [id];
  }

  @Query(() => String)
  thingLater(@Args('id', { type: () => String }, later) id: string) {
    return [id];
  }

  @Query(() => String)
  @UseGuards(passing)
  guarded() {}

  @Query(() => String)
  reading(@Context() _context: unknown) {}
}

const door = new ThingsResolver();
const info = { path: { key: 'thing' } } as unknown as GraphQLResolveInfo;
const directOf = (name: string, around: Partial<Around> = {}) =>
  directField({ door, name }, { guards: [], pipes: [], ...around });

describe('a field without the framework', () => {
  it('answers at once where nothing is waited for', async () => {
    expect(directOf('thing', { pipes: [marked] })?.(undefined, { id: 'x' }, {}, info)).toEqual(['body id x']);
    const told = directOf('thingLater')?.(undefined, { id: 'x' }, {}, info);
    expect(told).toBeInstanceOf(Promise);
    expect(await told).toEqual(['x later']);
  });

  it('knows what a guard may ask', () => {
    const told: unknown[] = [];
    const asking: CanActivate = {
      canActivate: (context: ExecutionContext) =>
        told.push(
          context.getClass(),
          context.getHandler(),
          context.getType(),
          isNestedField(context),
          context.getArgs(),
        ) > 0,
    };
    const args = { id: 'x' };
    directOf('thing', { guards: [asking] })?.('root', args, 'context', info);
    const expected = [
      ThingsResolver,
      ThingsResolver.prototype.thing,
      'graphql',
      false,
      ['root', args, 'context', info],
    ];
    expect(told).toEqual(expected);
  });

  it.each(['guarded', 'reading'])('is none for a method %s', (name) => {
    expect(directOf(name)).toBeUndefined();
  });
});
