import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
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
import { fieldArgumentsOf, isNestedField } from './nested-field';
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
    const { operation, needs, about } = facts;
    const input = inputOf(context);
    const caller = requireContext().principal;
    const bucket = this.buckets.publicBucketOf(facts, caller) ?? this.buckets.bucketOf(operation, input);
    const cost = this.buckets.costOf(operation, input);
    const isWrite = needs.endsWith(':write');
    return soon(this.limits.enterOperation({ bucket, isWrite, about, cost }), () => true);
  }
}

function inputOf(context: ExecutionContext): unknown {
  const field = fieldArgumentsOf(context);
  return field ? field[1].input : context.switchToHttp().getRequest<FastifyRequest>().body;
}
