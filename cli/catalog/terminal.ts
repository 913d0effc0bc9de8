/** Where the command is typed: a terminal, a pipeline, a test. */
export interface Terminal {
  /** What the command is asked for. */
  write(text: string): void;
  /** What it says beside: progress, refusals. */
  tell(text: string): void;
  /** Understands colours and a line that is written over. */
  isTerminal: boolean;
  /** Asks a person; undefined where there is none to ask. */
  ask?(question: string): Promise<string>;
}

/** A message for whoever typed the command; everything else that is thrown is a fault. */
export class Advice extends Error {}
