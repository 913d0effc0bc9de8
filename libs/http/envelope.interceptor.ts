import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { toConnection } from '#libs/graphql/connection';
import type { Page } from '#libs/kernel/page';
import { answerKey, type Answer } from './endpoint';

type Identified = { id: string };

/** The list envelope of both client generations. Domain: access-and-events L2. */
export function pageEnvelope({ items, hasMore, hasPrevious }: Page<Identified>): object {
  const next = hasMore ? (items.at(-1)?.id ?? null) : null;
  const prev = hasPrevious ? (items[0]?.id ?? null) : null;
  return { data: items, has_more: hasMore, next_cursor: next, pagination: { next, prev } };
}

function envelope({ kind }: Answer, answer: unknown): object {
  // A replayed page cannot be: only writes are kept, and no write answers a page.
  if (kind === 'page') return pageEnvelope(answer as Page<Identified>);
  if (kind === 'wholeList') return { data: answer, pagination: { next: null, prev: null } };
  return { data: answer };
}

const graphqlAnswer = ({ kind }: Answer, answer: unknown): unknown =>
  kind === 'page' ? toConnection(answer as Page<Identified>) : answer;

/** Puts what a use case answered into the envelope that its door declares. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answer = this.reflector.get<Answer | undefined>(answerKey, context.getHandler());
    if (!answer) return next.handle();
    const tell = context.getType<string>() === 'graphql' ? graphqlAnswer : envelope;
    return next.handle().pipe(map((result) => tell(answer, result)));
  }
}
