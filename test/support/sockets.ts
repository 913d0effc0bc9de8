import { connect } from 'node:net';

/** Sends bytes as they are and answers what comes back until the server closes or an answer with a body is whole. */
export function overSocket(
  url: string,
  bytes: string | Buffer,
  more?: (send: (chunk: Buffer) => boolean) => void,
) {
  const { hostname, port } = new URL(url);
  return new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      more?.((chunk) => socket.writable && socket.write(chunk));
    });
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(5000, finish);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) finish();
    });
    socket.on('close', finish);
    // Written to after it has answered, a closed connection breaks; the answer counts.
    socket.on('error', (error) => (received === '' ? reject(error) : finish()));
  });
}

function isWhole(received: string): boolean {
  const [head = '', body] = received.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return body !== undefined && length !== undefined && body.length >= Number(length);
}

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
