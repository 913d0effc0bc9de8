import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '#libs/http/error.filter';
import { ErrorReplies } from '#libs/http/error-replies';
import { formatError } from '#libs/graphql/format-error';
import { graphqlLimits } from '#libs/graphql/limits';
import { Authentication } from '#libs/security/authentication';
import { AuthenticationGuard, PermissionGuard } from '#libs/security/guards';
import { JwtVerifier } from '#libs/security/jwt-verifier';
import { OperationThrottlerGuard } from '#libs/security/operation-throttler.guard';
import { ShapePipe } from '#libs/shape/shape.pipe';
import { modules } from './modules';
import { OperationsController } from './operations.controller';
import { PlatformModule, type Platform } from './platform.module';

@Module({})
export class AppModule {
  static of(platform: Platform): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.of(platform), graphql(platform), ...modules],
      controllers: [OperationsController],
      providers: [
        Authentication,
        ErrorReplies,
        JwtVerifier,
        // In the order of refusals: credential, environment's rate, permission, shape. Decision 18 of the interface.
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_GUARD, useClass: OperationThrottlerGuard },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_PIPE, useClass: ShapePipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

function graphql({ environment, logger }: Platform): DynamicModule {
  return GraphQLModule.forRoot<ApolloDriverConfig>({
    driver: ApolloDriver,
    path: '/graphql',
    autoSchemaFile: true,
    sortSchema: true,
    playground: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: environment.isProduction,
    fieldResolverEnhancers: ['guards'],
    formatError: formatError(logger),
    // Apollo's own would write past the log, and past its scrubbing.
    logger,
    ...graphqlLimits(environment.graphqlIntrospection, environment.isProduction),
    context: (req: FastifyRequest, reply: FastifyReply) => ({ req, reply }),
  });
}
