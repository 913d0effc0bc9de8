import fastify, { type FastifyInstance } from 'fastify';
import { installSafetyHeaders } from './safety-headers';

describe('safety headers', () => {
  const servers: FastifyInstance[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function headersOf(path: string, strictTransportSecurity = false) {
    const server = fastify();
    servers.push(server);
    await installSafetyHeaders(server, { strictTransportSecurity });
    server.addHook('onRequest', (request, reply, done) => {
      if (request.url === '/refused') void reply.status(401).send({ message: 'refused' });
      else done();
    });
    server.get('/refused', () => ({}));
    server.get('/json', () => ({ data: [] }));
    server.get('/page', (_request, reply) => reply.type('text/html').send('<p>a page</p>'));
    server.get('/text', () => 'a: 1');
    return (await server.inject(path)).headers;
  }

  it.each(['/json', '/refused', '/nowhere'])(
    'H-01: an answer in JSON is told what matters to it: %s',
    async (path) => {
      const headers = await headersOf(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    },
  );

  it.each(['/page', '/text'])('H-01, H-02: everything else has all that helmet knows: %s', async (path) => {
    expect(await headersOf(path)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  it.each(['/json', '/page'])(
    'H-01: where TLS is declared, it is told with every answer: %s',
    async (path) => {
      expect(await headersOf(path, true)).toHaveProperty('strict-transport-security');
    },
  );
});
