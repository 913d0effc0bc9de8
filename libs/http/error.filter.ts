import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ErrorReplies } from './error-replies';

/** REST's last stop for whatever was thrown. GraphQL has its own in `formatError`, on the same mapping. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly replies: ErrorReplies) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    if (host.getType<string>() === 'graphql') throw error;
    return this.replies.send(host.switchToHttp().getResponse<FastifyReply>(), error);
  }
}
