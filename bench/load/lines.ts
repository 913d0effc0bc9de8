import { connect, type Socket } from 'node:net';

export interface Answer {
  /** 0 where the connection ended without one. */
  status: number;
  /** Says when to come again. */
  hasRetryAfter: boolean;
}

const silenceMs = 10_000;

/**
 * Kept-alive connections, one request at a time on each. Written on sockets because a whole HTTP client costs
 * more than the answers it asks for, on processors that it shares with the service.
 */
export class Lines {
  private readonly address: { host: string; port: number };
  private readonly free: Line[] = [];
  private readonly all = new Set<Line>();
  private readonly waiting: ((line: Line) => void)[] = [];
  /** The first who waits still: to take each from the head of tens of thousands would cost more than to ask. */
  private first = 0;

  /** @param most callers who may wait for an answer at once; who comes then waits for a connection */
  constructor(
    url: string,
    private readonly most: number,
  ) {
    const { hostname, port } = new URL(url);
    this.address = { host: hostname, port: Number(port) };
  }

  /** Opens all connections, each asked once: only then the server has taken it. */
  async open(request: string): Promise<void> {
    await Promise.all(Array.from({ length: this.most }, () => this.ask(request)));
  }

  async ask(request: string): Promise<Answer> {
    const line = await this.take();
    const answer = await line.ask(request);
    this.give(line);
    return answer;
  }

  close(): void {
    for (const line of this.all) line.close();
  }

  private take(): Promise<Line> | Line {
    for (let line = this.free.pop(); line; line = this.free.pop()) {
      if (line.isOpen) return line;
      this.all.delete(line);
    }
    if (this.all.size < this.most) return this.newLine();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private newLine(): Line {
    const line = new Line(connect({ ...this.address, noDelay: true }));
    this.all.add(line);
    return line;
  }

  private give(line: Line): void {
    if (!line.isOpen) this.all.delete(line);
    const next = this.waiting[this.first];
    if (next) this.first++;
    if (next) next(line.isOpen ? line : this.newLine());
    else if (line.isOpen) this.free.push(line);
  }
}

const lost: Answer = { status: 0, hasRetryAfter: false };

class Line {
  isOpen = true;
  private received = '';
  private settle: ((answer: Answer) => void) | undefined;

  constructor(private readonly socket: Socket) {
    // One byte a character, so that lengths are those of the header.
    socket.setEncoding('latin1').setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (text: string) => this.read(text));
    socket.on('end', () => socket.destroy());
    // Its close follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isOpen = false;
      this.settle?.(lost);
    });
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.settle = resolve;
      if (this.isOpen) this.socket.write(request);
      else resolve(lost);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(text: string): void {
    this.received += text;
    const answer = wholeAnswer(this.received);
    if (!answer) return;
    this.received = '';
    this.settle?.(answer);
  }
}

/** undefined while some of it is to come */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end).toLowerCase();
  const [, length = '0'] = /\r\ncontent-length: (\d+)/.exec(head) ?? [];
  if (text.length < end + 4 + Number(length)) return undefined;
  return {
    status: Number(head.slice('http/1.1 '.length, 12)),
    hasRetryAfter: head.includes('\r\nretry-after: '),
  };
}
