import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { stringify } from 'yaml';
import type { Environment } from '#libs/config/env';
import { frontPage, graphiqlPage, graphiqlStart } from './pages';
import { openApiDocument, type OpenApiDocument } from './openapi';

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** The published contracts and the pages to read them by, all served from here: no page asks a foreign host. */
export async function installDocuments(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  let document: OpenApiDocument | undefined;
  const openApi = () => (document ??= openApiDocument(app));
  const send = (url: string, type: string, body: () => string) =>
    fastify.get(url, (_request, reply) => reply.header('content-type', type).send(body()));

  SwaggerModule.setup('docs', app, () => openApi() as never, {
    raw: false,
    customSiteTitle: 'API reference',
  });
  send('/', html, frontPage);
  send('/openapi.json', json, () => JSON.stringify(openApi()));
  send('/openapi.yaml', 'application/yaml; charset=utf-8', () => stringify(openApi()));
  send('/schema.graphql', 'text/plain; charset=utf-8', () => graphqlSchema(app));
  if (environment.graphiqlEnabled) await installGraphiql(app, fastify);
}

export const graphqlSchema = (app: NestFastifyApplication): string =>
  printSchema(lexicographicSortSchema(app.get(GraphQLSchemaHost).schema)) + '\n';

const assets = path.resolve(__dirname, '../../assets/graphiql');

async function installGraphiql(app: NestFastifyApplication, fastify: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic as never, { root: assets, prefix: '/graphiql/', decorateReply: false });
  fastify.get('/graphiql/start.js', (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(graphiqlStart),
  );
  fastify.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.split('?')[0] === '/graphql';
    if (isPage && request.headers.accept?.includes('text/html')) {
      return reply.header('content-type', html).send(graphiqlPage);
    }
  });
}
