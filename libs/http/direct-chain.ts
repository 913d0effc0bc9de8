import { HEADERS_METADATA, HTTP_CODE_METADATA, REDIRECT_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  classOf,
  directCall,
  handlerOf,
  type Around,
  type DoorMethod,
  type Sources,
} from '#libs/doors/direct-call';
import { soon, soonOr } from '#libs/kernel/soon';

/** What stands around every door of REST. */
export interface Surroundings extends Around {
  send(reply: FastifyReply, answer: unknown, status: number): unknown;
  refuse(reply: FastifyReply, error: unknown): unknown;
}

export type DirectChain = (request: FastifyRequest, reply: FastifyReply) => void;

const sources: Sources<FastifyRequest> = new Map([
  [RouteParamtypes.PARAM, { type: 'param', of: ({ params }: FastifyRequest) => params }],
  [RouteParamtypes.QUERY, { type: 'query', of: ({ query }: FastifyRequest) => query }],
  [RouteParamtypes.BODY, { type: 'body', of: ({ body }: FastifyRequest) => body }],
] as const);

const inAnswer = [HEADERS_METADATA, REDIRECT_METADATA];

/** What the framework's router does around a method, up to its answer. @returns undefined for a method that only the router can call */
export function directChain(method: DoorMethod, surroundings: Surroundings): DirectChain | undefined {
  const type = classOf(method);
  const handler = handlerOf(method);
  const call = directCall(method, surroundings, sources);
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  if (!call || !status || inAnswer.some((key) => Reflect.hasMetadata(key, handler))) return undefined;
  const { send, refuse } = surroundings;
  return (request, reply) => {
    if (lacksName(request.params)) return void reply.callNotFound();
    void soonOr(
      () =>
        soon(
          call(request, new ExecutionContextHost([request, reply], type, handler)),
          (told) => void send(reply, told, status),
        ),
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
