import {
  ForbiddenException,
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import type { ApplicationConfig } from '@nestjs/core';
import { lastValueFrom, type Observable } from 'rxjs';
import { soon, type Soon } from '#libs/kernel/soon';

/** A method of a controller or a resolver as the framework knows it. */
export interface DoorMethod {
  door: object;
  name: string;
}

/** What stands around every door. */
export interface Around {
  guards: readonly CanActivate[];
  pipes: readonly PipeTransform[];
}

/** Where one kind of argument comes from. */
export interface Source<A> {
  /** As pipes are told. */
  type: ArgumentMetadata['type'];
  of(asked: A): unknown;
}

/** By the numbers that the framework gives the kinds. */
export type Sources<A> = ReadonlyMap<number, Source<A>>;

/** @param asked what the arguments are read from */
export type DirectCall<A> = (asked: A, context: ExecutionContext) => Soon<unknown>;

/** Reads one argument of the method. */
interface Argument<A> {
  index: number;
  of(asked: A): Soon<unknown>;
}

/** As the framework keeps them, under a key that begins with their kind. */
interface ParameterNote {
  index: number;
  data?: string;
  pipes: readonly unknown[];
}

const own = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];

/** @returns undefined where something stands around every door that only the framework knows how to call */
export function aroundDoors(config: ApplicationConfig): Around | undefined {
  if (config.getGlobalInterceptors().length > 0 || config.getGlobalFilters().length > 1) return undefined;
  return { guards: config.getGlobalGuards(), pipes: config.getGlobalPipes() };
}

export const classOf = ({ door }: DoorMethod): new () => object => door.constructor as new () => object;

export const handlerOf = ({ door, name }: DoorMethod): ((...args: unknown[]) => Soon<unknown>) =>
  (door as Record<string, unknown>)[name] as (...args: unknown[]) => Soon<unknown>;

/**
 * What the framework does around a method that has nothing of its own around it, in the same order: guards, arguments with their pipes,
 * the method. Fixed at start, and without a promise where nothing is waited for. ADR-0055
 * @returns undefined for a method that only the framework can call
 */
export function directCall<A>(
  method: DoorMethod,
  { guards, pipes }: Around,
  sources: Sources<A>,
): DirectCall<A> | undefined {
  const type = classOf(method);
  const handler = handlerOf(method);
  const args = argumentsOf(method, pipes, sources);
  if (!args || own.some((key) => Reflect.hasMetadata(key, type) || Reflect.hasMetadata(key, handler)))
    return undefined;
  return (asked, context) =>
    soon(admitted(guards, context), () =>
      soon(read(args, asked), (values) => handler.apply(method.door, values)),
    );
}

/** One after the other: each may rely on what those before it have seen to. @throws what a guard throws */
function admitted(guards: readonly CanActivate[], context: ExecutionContext, from = 0): Soon<void> {
  for (let index = from; index < guards.length; index++) {
    const told = (guards[index] as CanActivate).canActivate(context);
    if (told === true) continue;
    return soon(decisionOf(told), (isAllowed) => {
      if (!isAllowed) throw new ForbiddenException();
      return admitted(guards, context, index + 1);
    });
  }
}

const decisionOf = (told: boolean | Promise<boolean> | Observable<boolean>): Soon<boolean> =>
  typeof told === 'object' && 'subscribe' in told ? lastValueFrom(told) : told;

/** One after the other, so that nothing is left behind that may fail when nobody looks. */
function read<A>(args: readonly Argument<A>[], asked: A): Soon<unknown[]> {
  const values: unknown[] = [];
  let isRead: Soon<unknown>;
  for (const { index, of } of args) {
    isRead = soon(isRead, () => soon(of(asked), (value) => (values[index] = value)));
  }
  return soon(isRead, () => values);
}

/** In the order in which the framework reads them. */
function argumentsOf<A>(
  method: DoorMethod,
  pipes: readonly PipeTransform[],
  sources: Sources<A>,
): Argument<A>[] | undefined {
  const type = classOf(method);
  const { name } = method;
  const notes = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, ParameterNote>;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, (type as { prototype: object }).prototype, name) ??
    []) as ArgumentMetadata['metatype'][];
  const args = Object.entries(notes).map(([key, note]) => {
    const source = sources.get(Number.parseInt(key, 10));
    const ofArgument = note.pipes.filter(isPipe);
    if (!source || ofArgument.length < note.pipes.length) return undefined;
    const metadata: ArgumentMetadata = { metatype: types[note.index], type: source.type, data: note.data };
    return { index: note.index, of: argument(source, metadata, [...pipes, ...ofArgument]) };
  });
  return args.every((each) => each !== undefined) ? args : undefined;
}

const isPipe = (pipe: unknown): pipe is PipeTransform =>
  typeof pipe === 'object' && pipe !== null && 'transform' in pipe;

function argument<A>(
  { of }: Source<A>,
  metadata: ArgumentMetadata,
  pipes: readonly PipeTransform[],
): Argument<A>['of'] {
  const { data } = metadata;
  return (asked) => {
    const sent = of(asked);
    let value: Soon<unknown> = data === undefined ? sent : (sent as Record<string, unknown>)[data];
    for (const pipe of pipes) value = soon(value, (each) => pipe.transform(each, metadata) as unknown);
    return value;
  };
}
