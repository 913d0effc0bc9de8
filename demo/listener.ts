export interface Heard<T> {
  /** The place of the stream after it. */
  id: string;
  event: string;
  data: T;
}

/** Reads server-sent events. */
export class Listener {
  private text = '';
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    readonly leave: () => void,
  ) {}

  /** The first message of that name that is the wanted one. @throws Error when the stream ends before */
  async next<T>(event: string, isWanted: (data: T) => boolean): Promise<Heard<T>> {
    for (;;) {
      const block = await this.block();
      const fields = new Map(
        block.split('\n').map((line) => [line.split(':')[0], line.replace(/^\w*: ?/, '')]),
      );
      if (fields.get('event') !== event) continue;
      const data = JSON.parse(fields.get('data') ?? 'null') as T;
      if (isWanted(data)) return { id: fields.get('id') ?? '', event, data };
    }
  }

  /** Up to the next empty line. */
  async block(): Promise<string> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.text.slice(0, end);
        this.text = this.text.slice(end + 2);
        return block;
      }
      const { value, done } = await this.reader.read();
      if (done) throw new Error('The stream has ended');
      this.text += this.decoder.decode(value, { stream: true });
    }
  }
}
