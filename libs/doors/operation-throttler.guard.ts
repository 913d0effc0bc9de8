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
import { soon, type Soon } from '#libs/kernel/soon';
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

  // Without a promise where nothing is waited for, although the guard that this extends names one.
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return this.enter(context) as Promise<boolean>;
  }

  private enter(context: ExecutionContext): Soon<boolean> {
    if (requireContext().isCounted) return true;
    const facts = this.reflector.get<UseCaseFacts | undefined>(servesKey, context.getHandler());
    // A field below a root field was counted with its root.
    if (!facts || isNestedField(context)) return true;
    const bucket = this.buckets.bucketOf(facts.operation, inputOf(context));
    return soon(this.limits.enterOperation(bucket, facts.needs.endsWith(':write')), () => true);
  }
}

function inputOf(context: ExecutionContext): unknown {
  if (context.getType<GqlContextType>() === 'graphql') {
    return GqlExecutionContext.create(context).getArgs<{ input?: unknown }>().input;
  }
  return context.switchToHttp().getRequest<FastifyRequest>().body;
}
