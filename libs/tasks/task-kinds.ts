import { Injectable } from '@nestjs/common';
import type { ActivityEntity } from '#libs/kernel/activity-entity';
import type { Permission } from '#libs/kernel/permission';

/** One of the many things that a task does something to. */
export interface TaskSubject {
  /** Its place in the order of the walk, and what tells it from the others: a task walks by it and comes back to it. */
  key: string;
  /** Public id, as the results tell it. */
  id: string;
}

/** What a task of one kind does. Modules register theirs when they start. */
export interface TaskKind<P extends object, S extends TaskSubject> {
  name: string;
  /** What its subjects are. */
  entityType: ActivityEntity;
  /** What its results tell may be read with this permission only. */
  resultsNeed?: Permission;
  /** The next subjects past a key, in the order of their keys; none when the walk is over. Outside a transaction. */
  next(payload: P, after: string | null, limit: number): Promise<S[]>;
  /**
   * One subject, in a transaction of its own which also notes that it had its turn, so that it never has another.
   * A DomainError fails this subject and the others go on.
   * @returns what is worth telling of it
   */
  process(payload: P, subject: S): Promise<object | undefined>;
}

export type AnyTaskKind = TaskKind<object, TaskSubject>;

@Injectable()
export class TaskKinds {
  private readonly byName = new Map<string, AnyTaskKind>();

  register<P extends object, S extends TaskSubject>(kind: TaskKind<P, S>): void {
    this.byName.set(kind.name, kind);
  }

  get(name: string): AnyTaskKind {
    const kind = this.byName.get(name);
    if (!kind) throw new Error(`No module has registered tasks of kind ${name}`);
    return kind;
  }

  /** Undefined for a kind of another release. */
  find(name: string): AnyTaskKind | undefined {
    return this.byName.get(name);
  }

  /** Those that this process can work on; one of another release may know others. */
  get names(): string[] {
    return [...this.byName.keys()];
  }
}
