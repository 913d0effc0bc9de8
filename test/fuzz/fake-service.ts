import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument, Schema } from './reference';

export interface FakeAnswer {
  status: number;
  body: unknown;
  /** What is written in the environment meanwhile. */
  writes?: string;
  lateMs?: number;
}

const thing: Schema = {
  type: 'object',
  properties: { id: { type: 'string' }, size: { type: 'integer', minimum: 0 } },
  required: ['id'],
};
const error: Schema = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { enum: ['BadUserInput', null] } },
  required: ['message', 'code'],
};
const told = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** One operation, as a service would tell it. */
export const fakeDocument: OpenApiDocument = {
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  id: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]' },
                  size: { type: 'integer', minimum: 0 },
                },
                required: ['id'],
              },
            },
          },
        },
        responses: {
          '201': told({
            type: 'object',
            properties: { data: { $ref: '#/components/schemas/Thing' } },
            required: ['data'],
          }),
          '400': told({ $ref: '#/components/schemas/Error400' }),
        },
      },
    },
  },
  components: { schemas: { Thing: thing, Error400: error } },
};

export const fakeSdl =
  'type Query { thing(id: String!): Thing } type Thing { id: String! size: Int kind: Kind } enum Kind { A B }';

/** Answers whatever it is told to. */
export class FakeService {
  readonly writes: string[] = [];
  /** Of the next requests, the last one for ever. */
  answers: FakeAnswer[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeService> {
    const server = createServer((request, reply) => {
      request.resume().once('end', () => {
        const next = service.answers.length > 1 ? service.answers.shift() : service.answers[0];
        if (!next) return reply.destroy();
        if (next.writes !== undefined) service.writes.push(next.writes);
        setTimeout(() => {
          reply.writeHead(next.status, { 'content-type': 'application/json; charset=utf-8' });
          reply.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
        }, next.lateMs ?? 0);
      });
    });
    const service = new FakeService(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
