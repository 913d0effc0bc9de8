import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Connections that wait until somebody looks at them. A flood opens more in one turn of the event loop than the 511 of Node, and
 * a caller who finds no room is not told: his machine tries again after one second, three and seven. Linux takes at most
 * `net.core.somaxconn` of them.
 */
export const backlog = 4096;

export async function listenOn(app: NestFastifyApplication, port: number, host: string): Promise<void> {
  await app.listen({ port, host, backlog });
}
