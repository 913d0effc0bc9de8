import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { badInput } from '#libs/kernel/errors/domain-error';
import { mostFaults, toldKey } from '#libs/shape/faults';
import { hasBrokenPath } from './decodable-path';
import { takenBy } from './endpoint';

/**
 * Refuses what an operation of REST does not take, which would be ignored: parameters where it has none, and a body where it
 * has none. What it takes is read by shapes, which refuse unknown fields themselves.
 */
@Injectable()
export class UnaskedGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const taken = takenBy(context.getHandler());
    if (!taken || context.getType<string>() !== 'http') return true;
    const { raw, query, body } = context.getArgByIndex<FastifyRequest>(0);
    if (hasBrokenPath(raw)) throw badInput('The path is no percent-encoded UTF-8; write a % in it as %25');
    if (!taken.query) requireNoParameters(query as object);
    if (!taken.body && !saysNothing(body)) throw badInput('This operation takes no body; leave it out');
    return true;
  }
}

function requireNoParameters(query: object): void {
  const names = Object.keys(query).slice(0, mostFaults).map(toldKey);
  if (names.length === 0) return;
  throw badInput(`${names.join(', ')}: this operation takes no parameters; leave them out`);
}

/** Many clients send an empty object where there is nothing to send. */
const saysNothing = (body: unknown): boolean =>
  body === undefined ||
  (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);
