import { parentPort } from 'node:worker_threads';
import type { Answer } from './thread';

/** For the file that a thread runs: every message is an input, and is answered. Bytes are handed over, not copied. */
export function answerBy<Input>(perform: (input: Input) => Promise<Uint8Array<ArrayBuffer>>): void {
  const answer = (told: Answer, handedOver: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(told, handedOver);
  parentPort?.on('message', (input: Input) => {
    perform(input).then(
      (output) => answer({ output }, [output.buffer]),
      (error: unknown) => answer({ error: String((error as Error).stack ?? error) }),
    );
  });
}
