import { Injectable, type Type } from '@nestjs/common';
import type { DomainError } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';
import { mark } from '#libs/messaging/extension-marks';
import { ExtensionRegistry, type Extension } from '#libs/messaging/extension-registry';
import type { ActivityEntity } from '#libs/messaging/journal';

/** One of the many things that a task does something to. */
export interface TaskSubject {
  /** Its place in the order of the walk, and what tells it from the others: a task walks by it and comes back to it. */
  key: string;
  /** Public id, as the results tell it. */
  id: string;
  /** What results tell of it also where it fails; what `process` answers takes its place. */
  told?: object;
}

/** What is true of all tasks of one kind. */
export interface TaskFacts {
  /** What its subjects are. */
  entityType: ActivityEntity;
  /** What its results tell may be read with this permission only. */
  resultsNeed?: Permission;
  /** So many subjects have their turn in one transaction, as long as none of them fails; one where nothing is said. */
  turnSize?: number;
}

/** What a task of one kind does: implemented by a provider that bears `@LongTask`. */
export interface TaskKind<P extends object, S extends TaskSubject> {
  /** The next subjects past a key, in the order of their keys; none when the walk is over. Outside a transaction. */
  next(payload: P, after: string | null, limit: number): Promise<S[]>;
  /**
   * One subject, in a transaction which also notes that it had its turn, so that it never has another. A DomainError fails this subject
   * and the others go on: those that shared the transaction have one each then, unless it is answered, not thrown, where nothing was written.
   * @returns what is worth telling of it, or why it failed
   */
  process(payload: P, subject: S): Promise<object | DomainError | undefined>;
  /** What several need that have their turn together, asked for together: in their transaction, before the first of them. */
  prepare?(payload: P, subjects: readonly S[]): Promise<void>;
  /** How many there are past a key, as far as is known now: of kinds whose work makes more of them. Asked now and then. */
  left?(payload: P, after: string): Promise<number>;
}

/** Marks the one provider that does tasks of a kind, which `Tasks.start` asks for. */
export const LongTask =
  (name: string, facts: TaskFacts) =>
  <P extends object, S extends TaskSubject>(type: Type<TaskKind<P, S>>): void =>
    mark(type.prototype as object, { form: 'long-task', name, facts });

export interface FoundTaskKind extends Extension {
  facts: TaskFacts;
  provider: TaskKind<object, TaskSubject>;
}

@Injectable()
export class TaskKinds {
  constructor(private readonly registry: ExtensionRegistry) {}

  get(name: string): FoundTaskKind {
    const kind = this.find(name);
    if (!kind) throw new Error(`No module does tasks of kind ${name}`);
    return kind;
  }

  /** Undefined for a kind of another release. */
  find(name: string): FoundTaskKind | undefined {
    return this.registry.of('long-task', name)[0] as FoundTaskKind | undefined;
  }

  /** Those that this process can work on; one of another release may know others. */
  get names(): string[] {
    return this.registry.all('long-task').map(({ name }) => name);
  }
}
