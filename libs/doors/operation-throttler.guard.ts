import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { requireContext } from '#libs/context/request-context';
import { RateLimits } from '#libs/security/rate-limits';
import type { UseCaseFacts } from '#libs/use-cases/use-case';
import { isNestedField } from './nested-field';
import { OperationBuckets } from './operation-gate';
import { servesKey } from './served';

/**
 * The environment's limit of each operation, where it was not asked before the body was read: a GraphQL request counts once
 * per root field, and some calls count by what they ask.
 */
@Injectable()
export class OperationThrottlerGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly buckets: OperationBuckets,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const facts = this.reflector.get<UseCaseFacts | undefined>(servesKey, context.getHandler());
    // A field below a root field was counted with its root.
    if (!facts || isNestedField(context) || requireContext().isCounted) return true;
    const bucket = this.buckets.bucketOf(facts.operation, inputOf(context));
    await this.limits.enterOperation(bucket, facts.needs.endsWith(':write'));
    return true;
  }
}

function inputOf(context: ExecutionContext): unknown {
  if (context.getType<GqlContextType>() === 'graphql') {
    return GqlExecutionContext.create(context).getArgs<{ input?: unknown }>().input;
  }
  return context.switchToHttp().getRequest<FastifyRequest>().body;
}
