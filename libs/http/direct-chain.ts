import {
  ForbiddenException,
  type ArgumentMetadata,
  type CanActivate,
  type PipeTransform,
} from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable } from 'rxjs';
import { soon, soonOr, type Soon } from '#libs/kernel/soon';

/** A method of a controller as the framework knows it. */
export interface DoorMethod {
  controller: object;
  name: string;
}

/** What stands around every door. */
export interface Surroundings {
  guards: readonly CanActivate[];
  pipes: readonly PipeTransform[];
  send(reply: FastifyReply, answer: unknown, status: number): unknown;
  refuse(reply: FastifyReply, error: unknown): unknown;
}

export type DirectChain = (request: FastifyRequest, reply: FastifyReply) => void;

/** Reads one argument of the method. */
interface Argument {
  index: number;
  of(request: FastifyRequest): Soon<unknown>;
}

/** As the framework keeps them, under a key that begins with their kind. */
interface ParameterNote {
  index: number;
  data?: string;
  pipes: readonly unknown[];
}

const kinds: ReadonlyMap<number, 'param' | 'query' | 'body'> = new Map([
  [RouteParamtypes.PARAM, 'param'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.BODY, 'body'],
] as const);

const around = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];
const inAnswer = [HEADERS_METADATA, REDIRECT_METADATA];

/**
 * What the framework's router does around a method that has nothing of its own around it, in the same order: guards, arguments with
 * their pipes, the method, its answer. Fixed at start, and without a promise where nothing is waited for. ADR-0055
 * @returns undefined for a method that only the router can call
 */
export function directChain(
  { controller, name }: DoorMethod,
  surroundings: Surroundings,
): DirectChain | undefined {
  const type = controller.constructor as new () => object;
  const method = (controller as Record<string, unknown>)[name] as (...args: unknown[]) => unknown;
  const args = argumentsOf(type, name, surroundings.pipes);
  const isPlain = around.every((key) => !Reflect.hasMetadata(key, type) && !Reflect.hasMetadata(key, method));
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  if (!args || !isPlain || !status || inAnswer.some((key) => Reflect.hasMetadata(key, method)))
    return undefined;
  const { guards, send, refuse } = surroundings;
  const answer = (request: FastifyRequest, reply: FastifyReply): Soon<unknown> => {
    const context = new ExecutionContextHost([request, reply], type, method);
    return soon(admitted(guards, context), () =>
      soon(read(args, request), (values) =>
        soon(method.apply(controller, values), (told) => void send(reply, told, status)),
      ),
    );
  };
  return (request, reply) => {
    if (lacksName(request.params)) return void reply.callNotFound();
    void soonOr(
      () => answer(request, reply),
      (error) => void refuse(reply, error),
    );
  };
}

/** `/customers//entitlements` names nobody. */
function lacksName(params: unknown): boolean {
  const values = params as Record<string, string>;
  for (const name in values) if (values[name] === '') return true;
  return false;
}

/** One after the other: each may rely on what those before it have seen to. @throws what a guard throws */
function admitted(guards: readonly CanActivate[], context: ExecutionContextHost, from = 0): Soon<void> {
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
function read(args: readonly Argument[], request: FastifyRequest): Soon<unknown[]> {
  const values: unknown[] = [];
  let isRead: Soon<unknown>;
  for (const { index, of } of args) {
    isRead = soon(isRead, () => soon(of(request), (value) => (values[index] = value)));
  }
  return soon(isRead, () => values);
}

/** In the order in which the framework reads them. */
function argumentsOf(type: object, name: string, pipes: readonly PipeTransform[]): Argument[] | undefined {
  const notes = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, ParameterNote>;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, (type as { prototype: object }).prototype, name) ??
    []) as ArgumentMetadata['metatype'][];
  const args = Object.entries(notes).map(([key, note]) => {
    const kind = kinds.get(Number.parseInt(key, 10));
    const own = note.pipes.filter(isPipe);
    if (!kind || own.length < note.pipes.length) return undefined;
    const metadata: ArgumentMetadata = { metatype: types[note.index], type: kind, data: note.data };
    return { index: note.index, of: argument(metadata, [...pipes, ...own]) };
  });
  return args.every((each) => each !== undefined) ? args : undefined;
}

const isPipe = (pipe: unknown): pipe is PipeTransform =>
  typeof pipe === 'object' && pipe !== null && 'transform' in pipe;

const sources = {
  param: ({ params }: FastifyRequest) => params,
  query: ({ query }: FastifyRequest) => query,
  body: ({ body }: FastifyRequest) => body,
};

function argument(metadata: ArgumentMetadata, pipes: readonly PipeTransform[]): Argument['of'] {
  const { data, type } = metadata;
  const source = sources[type as keyof typeof sources];
  return (request) => {
    const sent = source(request);
    let value: Soon<unknown> = data === undefined ? sent : (sent as Record<string, unknown>)[data];
    for (const pipe of pipes) value = soon(value, (each) => pipe.transform(each, metadata) as unknown);
    return value;
  };
}
