import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Connections } from './connections';

describe('connections of callers', () => {
  const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
  let server: Server;
  let connections: Connections;
  let answers: ServerResponse[];

  beforeEach(async () => {
    answers = [];
    server = createServer((_request: IncomingMessage, response) => answers.push(response));
    connections = new Connections(server, 50);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    connections.cut();
    server.close();
  });

  const send = (bytes: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes));
    return socket.on('error', () => undefined);
  };
  const served = async (count: number): Promise<void> => {
    while (answers.length < count) await once(server, 'request');
  };
  const ended = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');

  it('cut tells how many requests lose their answers, and counts none whose caller went away', async () => {
    const gone = send(request.repeat(3));
    await served(3);
    const [atServer] = answers;
    const isGone = once(atServer as ServerResponse, 'close');
    gone.destroy();
    await isGone;
    expect(connections.cut()).toBe(0);

    const kept = send(request.repeat(2));
    await served(5);
    expect(connections.cut()).toBe(2);
    await ended(kept);
  });

  it('who has knocked is let in before the door closes, although a turn of the event loop lets in one', async () => {
    let inside = 0;
    server.on('connection', () => inside++);
    const knocking = Array.from({ length: 40 }, () => send(request));
    await once(knocking.at(-1) as Socket, 'connect');
    await connections.letIn(5000);
    expect(inside).toBeGreaterThanOrEqual(40);

    server.close();
    await connections.letIn(5000);
  });

  it('let go, they end as soon as they wait for nothing: silent, with half a request, or answered', async () => {
    const [silent, half, whole] = ['', 'GET / HTTP/1.1\r\n', request].map(send) as [Socket, Socket, Socket];
    await served(1);
    connections.letGo();
    await Promise.all([ended(silent), ended(half)]);
    expect(whole.closed).toBe(false);
    answers[0]?.end('answer');
    await ended(whole);
  });
});
