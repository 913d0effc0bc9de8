import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Query,
  UseGuards,
  type CanActivate,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { of } from 'rxjs';
import { setImmediate as turn } from 'node:timers/promises';
import { directChain, type Surroundings } from './direct-chain';

const passing: CanActivate = { canActivate: () => true };
const marked: PipeTransform = {
  transform: (value, { type, data }) => `${type} ${data ?? 'all'} ${String(value)}`,
};
const later: PipeTransform = { transform: (value) => Promise.resolve(`${String(value)} later`) };

@Controller()
class ThingsController {
  @Get()
  @HttpCode(200)
  at(@Param('id', later) id: string, @Query() query: string, @Body() body: string) {
    return [id, query, body];
  }

  @Get()
  @HttpCode(200)
  refused() {
    throw new Error('refused');
  }

  @Get()
  @HttpCode(200)
  refusedLater() {
    return Promise.reject(new Error('later'));
  }

  @Get()
  @HttpCode(200)
  @UseGuards(passing)
  guarded() {}

  @Get()
  @HttpCode(200)
  @Header('x-own', '1')
  withHeader() {}

  @Get()
  @HttpCode(200)
  reading(@Headers() _headers: unknown) {}

  @Get()
  withoutStatus() {}
}

const controller = new ThingsController();
const request = (id: string) => ({ params: { id }, query: 'q', body: 'b' }) as unknown as FastifyRequest;

async function ask(name: string, around: Partial<Surroundings> = {}, id = 'id'): Promise<unknown[]> {
  const seen: unknown[] = [];
  const chain = directChain(
    { door: controller, name },
    {
      guards: [],
      pipes: [],
      send: (_reply, answer, status) => seen.push('sent', answer, status),
      refuse: (_reply, error) => seen.push('refused', error),
      ...around,
    },
  );
  chain?.(request(id), { callNotFound: () => seen.push('not found') } as unknown as FastifyReply);
  const atOnce = seen.length > 0;
  await turn();
  return [atOnce ? 'at once' : 'later', ...seen];
}

describe('a chain without the router', () => {
  it('runs pipes of all before those of one argument, and waits where there is a promise', async () => {
    expect(await ask('at')).toEqual(['later', 'sent', ['id later', 'q', 'b'], 200]);
    expect(await ask('at', { pipes: [marked] })).toEqual([
      'later',
      'sent',
      ['param id id later', 'query all q', 'body all b'],
      200,
    ]);
  });

  it('hands on what is thrown, at once or later', async () => {
    expect(await ask('refused')).toEqual(['at once', 'refused', new Error('refused')]);
    expect(await ask('refusedLater')).toEqual(['later', 'refused', new Error('later')]);
    const failing: PipeTransform = { transform: () => Promise.reject(new Error('pipe')) };
    expect(await ask('at', { pipes: [failing] })).toEqual(['later', 'refused', new Error('pipe')]);
  });

  it.each([false, Promise.resolve(false), of(false)])(
    'lets in nobody whom a guard does not: %#',
    async (no) => {
      const refusing: CanActivate = { canActivate: () => no };
      const never: CanActivate = { canActivate: () => expect(true).toBe(false) as never };
      const [, ...seen] = await ask('at', { guards: [passing, refusing, never] });
      expect(seen).toEqual(['refused', new ForbiddenException()]);
    },
  );

  it.each([true, Promise.resolve(true), of(true)])('asks one guard after the other: %#', async (yes) => {
    const asked: number[] = [];
    const guards = [1, 2, 3].map((n): CanActivate => ({ canActivate: () => (asked.push(n), yes) }));
    await ask('refused', { guards });
    expect(asked).toEqual([1, 2, 3]);
  });

  it('knows what a guard may ask', async () => {
    const told: unknown[] = [];
    const asking: CanActivate = {
      canActivate: (context) => {
        const { params } = context.switchToHttp().getRequest<FastifyRequest>();
        return told.push(context.getClass(), context.getHandler(), context.getType(), params) > 0;
      },
    };
    await ask('refused', { guards: [asking] });
    expect(told).toEqual([ThingsController, ThingsController.prototype.refused, 'http', { id: 'id' }]);
  });

  it('a part of the address that is empty names nobody', async () => {
    expect(await ask('at', {}, '')).toEqual(['at once', 'not found']);
  });

  it.each(['guarded', 'withHeader', 'reading', 'withoutStatus'])('is none for a method %s', (name) => {
    const around: Surroundings = { guards: [], pipes: [], send: () => {}, refuse: () => {} };
    expect(directChain({ door: controller, name }, around)).toBeUndefined();
  });
});
