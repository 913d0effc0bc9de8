import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { newContext, runInContext } from '#libs/context/request-context';
import { one } from './answer';
import { factsOf, UseCase, UseCases, Within, type UseCaseFacts } from './use-case';

class Thing {}

@Injectable()
class ThingsService {
  private readonly greeting = 'made';

  @UseCase('createThing', { needs: 'products:write', answers: one(Thing), summary: 'Create a thing.' })
  create(id: string): Promise<string> {
    return Promise.resolve(`${this.greeting} ${id}`);
  }

  @Within()
  count(): number {
    return this.greeting.length;
  }

  unmarked(): Promise<void> {
    return Promise.resolve();
  }
}

class ToldUseCases extends UseCases {
  readonly told: unknown[] = [];

  run({ operation }: UseCaseFacts, args: unknown[], work: () => Promise<unknown>): Promise<unknown> {
    this.told.push([operation, args]);
    return work();
  }
}

describe('a use case', () => {
  it('runs within what the framework gives its service', async () => {
    const around = new ToldUseCases();
    @Module({ providers: [ThingsService, { provide: UseCases, useValue: around }] })
    class ThingsModule {}
    const nest = await NestFactory.createApplicationContext(ThingsModule, { logger: false });
    expect(await nest.get(ThingsService).create('a')).toBe('made a');
    expect(around.told).toEqual([['createThing', ['a']]]);
    await nest.close();
  });

  it('of a service that was made by hand refuses: nothing would ask for its permission', () => {
    expect(() => new ThingsService().create('a')).toThrow('create() is a use case');
  });

  it('carries what is true of the operation, and no door names anything else', () => {
    expect(factsOf(ThingsService, 'create')).toEqual({
      operation: 'createThing',
      needs: 'products:write',
      answers: { kind: 'one', types: [Thing] },
      summary: 'Create a thing.',
    });
    expect(() => factsOf(ThingsService, 'unmarked')).toThrow('ThingsService.unmarked is no use case');
  });
});

describe('a method for other modules', () => {
  it('runs inside a use case only', () => {
    const things = new ThingsService();
    const inside = { ...newContext('test', 'WORKER'), useCase: 'createThing' };
    expect(runInContext(inside, () => things.count())).toBe(4);
    expect(() => runInContext(newContext('test', 'WORKER'), () => things.count())).toThrow(
      'count() is for use cases only',
    );
  });
});
