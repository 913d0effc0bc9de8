import type { ApolloDriverConfig } from '@nestjs/apollo';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter } from '#libs/http/error.filter';
import { ErrorAnswers } from '#libs/doors/error-answers';
import { ErrorReplies } from '#libs/http/error-replies';
import { formatError } from '#libs/graphql/format-error';
import { UnaskedGuard } from '#libs/http/unasked.guard';
import { OnceBuiltDriver } from '#libs/graphql/once-built-driver';
import { withStreamRoot } from '#libs/graphql/stream-root';
import { knownDocuments } from '#libs/graphql/known-documents';
import { graphqlLimits, type GraphqlLimits } from '#libs/graphql/limits';
import type { Environment } from '#libs/config/env';
import { Overload } from '#libs/doors/overload';
import { Authentication } from '#libs/security/authentication';
import { AuthenticationGuard, PermissionGuard } from '#libs/doors/guards';
import { JwtVerifier } from '#libs/security/jwt-verifier';
import { RateLimits } from '#libs/security/rate-limits';
import { OperationThrottlerGuard } from '#libs/doors/operation-throttler.guard';
import { ShapePipe } from '#libs/shape/shape.pipe';
import { graphqlCosts } from './graphql-costs';
import { modules } from './areas';
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
        Overload,
        // In the order of refusals: credential, environment's rate, permission, shape. Decision 18 of the interface.
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_GUARD, useClass: OperationThrottlerGuard },
        { provide: APP_GUARD, useClass: PermissionGuard },
        { provide: APP_GUARD, useClass: UnaskedGuard },
        { provide: APP_PIPE, useClass: ShapePipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
        ...(platform.extensions ?? []),
      ],
    };
  }
}

function graphql(platform: Platform): DynamicModule {
  return GraphQLModule.forRootAsync<ApolloDriverConfig>({
    driver: OnceBuiltDriver,
    inject: [ErrorAnswers, RateLimits],
    useFactory: (answers: ErrorAnswers, limits: RateLimits) => graphqlSettings(platform, answers, limits),
  });
}

/** Of every document, whatever it asks for. */
export const documentLimits = (environment: Environment, limits: RateLimits): GraphqlLimits =>
  graphqlLimits(
    {
      mayIntrospect: environment.graphqlIntrospection,
      hidesSchema: environment.isProduction,
      costs: graphqlCosts,
    },
    limits,
  );

function graphqlSettings(
  { environment, logger }: Platform,
  answers: ErrorAnswers,
  limits: RateLimits,
): ApolloDriverConfig {
  const { admit: _, ...apolloLimits } = documentLimits(environment, limits);
  return {
    path: '/graphql',
    documentStore: knownDocuments(),
    // After the last request: Apollo's own way of waiting for them cuts all connections after ten seconds, whatever the grace.
    stopOnApplicationShutdown: true,
    autoSchemaFile: true,
    // Apollo looks whether the schema is valid as well; the library's own way is a whole introspection at each start.
    buildSchemaOptions: { skipCheck: true },
    transformSchema: withStreamRoot,
    playground: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: environment.isProduction,
    // Our own plugin says which status an answer has.
    preserveHttpStatusForExecutionErrors: false,
    fieldResolverEnhancers: ['guards'],
    formatError: formatError(answers),
    // Apollo's own would write past the log, and past its scrubbing.
    logger,
    ...apolloLimits,
    context: (req: FastifyRequest, reply: FastifyReply) => ({ req, reply }),
  };
}
