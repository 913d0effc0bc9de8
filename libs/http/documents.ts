import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { stringify } from 'yaml';
import type { Environment } from '#libs/config/env';
import { frontPage } from './front-page';
import { graphiqlPage, graphiqlStart } from './pages';
import { openApiDocument, type OpenApiDocument } from './openapi';

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';
const graphqlAddress = /^\/graphql(?:\?|$)/;

/** The published contracts and the pages to read them by, all served from here: no page asks a foreign host. */
export async function installDocuments(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  let document: OpenApiDocument | undefined;
  const openApi = () => (document ??= openApiDocument(app));
  const send = (url: string, type: string, body: () => string) =>
    fastify.get(url, (_request, reply) => reply.header('content-type', type).send(body()));

  SwaggerModule.setup('docs', app, () => openApi(), {
    raw: false,
    customSiteTitle: 'API reference',
  });
  send('/', html, () => frontPage(ownUrl(fastify, environment), environment));
  send('/openapi.json', json, () => JSON.stringify(openApi()));
  send('/openapi.yaml', 'application/yaml; charset=utf-8', () => stringify(openApi()));
  send('/schema.graphql', 'text/plain; charset=utf-8', () => graphqlSchema(app));
  answerGraphqlGet(fastify, environment.graphiqlEnabled);
  if (environment.graphiqlEnabled) await installGraphiql(app, fastify);
}

/** For commands on this machine. A caller's Host is never told back. Source: security.md H-06 */
function ownUrl({ server }: FastifyInstance, { host, port }: Environment): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = server.address();
  const listening = typeof address === 'object' ? address?.port : undefined;
  return `http://${name.includes(':') ? `[${name}]` : name}:${listening ?? port}`;
}

/** GraphQL is spoken by POST alone: a GET would let a foreign page run a query. A browser gets GraphiQL instead. */
function answerGraphqlGet(fastify: FastifyInstance, isEnabled: boolean): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    if (!isGet || !graphqlAddress.test(request.url)) return done();
    if (isEnabled && request.headers.accept?.includes('text/html')) {
      return void reply.header('content-type', html).send(graphiqlPage);
    }
    const message = '/graphql takes POST';
    void reply.status(405).header('allow', 'POST').send({ message, code: null });
  });
}

export const graphqlSchema = (app: NestFastifyApplication): string =>
  printSchema(lexicographicSortSchema(app.get(GraphQLSchemaHost).schema)) + '\n';

async function installGraphiql(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  // Copied there by the build.
  const root = path.dirname(require.resolve('#assets/graphiql/graphiql.min.js'));
  await app.register(fastifyStatic, { root, prefix: '/graphiql/', decorateReply: false });
  fastify.get('/graphiql/start.js', (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(graphiqlStart),
  );
}
