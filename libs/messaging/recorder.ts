import { Injectable } from '@nestjs/common';
import { told, type Revised } from '#libs/context/revision';
import type { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Clock } from '#libs/kernel/clock';
import { jsonOf } from '#libs/kernel/json-writer';
import { copyOf } from '#libs/kernel/tenant-entity';
import { mapInTurns } from '#libs/kernel/turns';
import { Journal, type ActivityEntity, type RecordedChange } from './journal';

/** How the activity log and the receivers of events are told of one kind of state: of an object, or of several that belong together. */
export interface Told<S> {
  entity: ActivityEntity | ((state: S) => ActivityEntity);
  /** Begins the names of its changes: `coupon` of `coupon.archived`. */
  noun: string | ((state: S) => string);
  /** The state as the log tells it. */
  picture: (state: S) => object;
  /** Public id of what it is; its own `id` where nothing is said. */
  idOf?: (state: S) => string;
  /** Public id of what it belongs to. */
  parentOf?: (state: S) => string | null;
  /** What events tell of it; of what says nothing they tell nothing, it stands in the log only. */
  payload?: (picture: object, state: S) => object;
  /**
   * In its place for who wants to hear of the type, where that is dear: asked before the commit, of the state as the transaction leaves it.
   * @param told as `payload` says it
   */
  whole?: (told: object, state: S) => Promise<object>;
  /** The revision that events bear; its own `revision` where nothing is said. Of what has none, null. ADR-0126 */
  versionOf?: (state: S) => number | null;
}

/** The same of objects that stand for themselves, with the view that callers are answered. */
export interface ToldObject<T, V extends object> extends Omit<Told<T>, 'picture'> {
  view: (object: T) => V | Promise<V>;
  /** Where the log tells less than the view, or tells it at once. */
  picture?: (object: T) => object;
}

/** What stores the objects of one kind: a TenantRepository. */
export interface Store<T> {
  getOrThrow(id: string): Promise<T>;
  lockOrThrow(id: string): Promise<T>;
  insertAll(objects: T[]): Promise<void>;
  saveChanged(before: T, after: T, now: Date): Promise<boolean>;
  remove(object: T): Promise<void>;
}

/** One state after another of a kind, each written down once, with the commit that makes it true. ADR-0045 */
export class ChangeRecord<S> {
  constructor(
    private readonly journal: Journal,
    private readonly told: Told<S>,
  ) {}

  /**
   * @param verb what happened, as the name of the change ends: `archived`
   * @param before null for what was made
   * @param after null for what is gone
   * @param more what events tell besides
   */
  add(verb: string, before: S | null, after: S | null, more: object = {}): void {
    const subject = after ?? before;
    if (subject === null) throw new Error(`${verb}: a change of nothing`);
    const { entity, noun, picture, parentOf } = this.told;
    const { idOf = (state: S) => (state as { id: string }).id } = this.told;
    const { versionOf = (state: S) => (state as Partial<Revised>).revision ?? null } = this.told;
    const was = before && { state: before, picture: picture(before) };
    const is = after && { state: after, picture: picture(after) };
    this.journal.record({
      type: `${typeof noun === 'string' ? noun : noun(subject)}.${verb}`,
      entityType: typeof entity === 'string' ? entity : entity(subject),
      entityId: idOf(subject),
      parentId: parentOf?.(subject) ?? null,
      before: was && was.picture,
      after: is && is.picture,
      ...this.toldOf(verb, was, is, more),
      version: versionAfter(versionOf(subject), after === null),
    });
  }

  private toldOf(
    verb: string,
    was: Pictured<S> | null,
    is: Pictured<S> | null,
    more: object,
  ): Pick<RecordedChange, 'payload' | 'unheard'> {
    const payload = { ...this.payloadOf(verb, was, is), ...more };
    const { whole } = this.told;
    const state = (is ?? was)?.state;
    if (!whole || state === undefined) return { payload };
    return { payload: async () => ({ ...(await whole(payload, state)), ...more }), unheard: payload };
  }

  /** Nothing, where receivers are told nothing. */
  private payloadOf(verb: string, was: Pictured<S> | null, is: Pictured<S> | null): object {
    const { payload } = this.told;
    const subject = is ?? was;
    if (!payload || !subject) return {};
    const told = payload(subject.picture, subject.state);
    if (verb !== 'updated' || !was || !is) return told;
    return { ...told, changed: changedFields(objectIn(payload(was.picture, was.state)), objectIn(told)) };
  }
}

interface Pictured<S> {
  state: S;
  picture: object;
}

/** What is gone outruns every state that it had. ADR-0126 */
const versionAfter = (version: number | null, isGone: boolean): number | null =>
  version !== null && isGone ? version + 1 : version;

/** Which fields are others by an update; that it is newer goes without saying. Domain: access-and-events W10 */
export function changedFields(before: object, after: object): string[] {
  const [was, is] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
  fields.delete('updatedAt');
  return [...fields].filter((field) => jsonOf(was[field]) !== jsonOf(is[field])).sort();
}

/** The object that a payload is about. */
const objectIn = (payload: object): object =>
  Object.values(payload).find((value): value is object => typeof value === 'object' && value !== null) ?? {};

/** The one way to write objects of a kind: lock, change, save what changed, write it down once, answer with the new state. ADR-0045 */
export class Changes<T extends AddressedEntity, V extends object> extends ChangeRecord<T> {
  private readonly view: (object: T) => V | Promise<V>;

  constructor(
    journal: Journal,
    private readonly clock: Clock,
    private readonly store: Store<T>,
    { view, ...told }: ToldObject<T, V>,
  ) {
    super(journal, { picture: view, ...told });
    this.view = view;
  }

  /** As callers are told it, with its entity tag. */
  async show(object: T): Promise<V> {
    return told(await this.view(object), object as Revised);
  }

  /** @throws the `<Kind>NotFound` of the store */
  async get(id: string): Promise<V> {
    return this.show(await this.store.getOrThrow(id));
  }

  /** @throws DuplicatedEntityNotAllowed */
  async create(object: T): Promise<V> {
    const [view] = await this.createAll([object]);
    return view as V;
  }

  /** Stored together, whatever their number. @throws DuplicatedEntityNotAllowed */
  async createAll(objects: T[]): Promise<V[]> {
    await this.store.insertAll(objects);
    const views = await mapInTurns(objects, (object) => {
      this.add('created', null, object);
      return this.show(object);
    });
    return Promise.all(views);
  }

  /**
   * What the change leaves as it was is not stored, is no new state and is told nobody.
   * @param subject its id, or the object where its caller holds the lock
   * @param change decides and changes; what it throws changes nothing
   * @param thereupon what must follow once it is stored, before the change is told
   * @throws the `<Kind>NotFound` of the store; ObjectAlreadyBeingUsedByAnotherRequestError
   */
  async apply(
    subject: string | T,
    verb: string,
    change: (object: T) => void | Promise<void>,
    thereupon?: (object: T) => Promise<void>,
  ): Promise<V> {
    const object = typeof subject === 'string' ? await this.store.lockOrThrow(subject) : subject;
    const before = copyOf(object);
    await change(object);
    if (await this.store.saveChanged(before, object, this.clock.now())) {
      await thereupon?.(object);
      this.add(verb, before, object);
    }
    return this.show(object);
  }

  /** @param remove how, where the store may object */
  async remove(object: T, remove = (it: T) => this.store.remove(it)): Promise<void> {
    await remove(object);
    this.add('deleted', object, null);
  }
}

/** Makes a service's way to write. */
@Injectable()
export class Recorder {
  constructor(
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  changesOf<T extends AddressedEntity, V extends object>(
    store: Store<T>,
    told: ToldObject<T, V>,
  ): Changes<T, V> {
    return new Changes(this.journal, this.clock, store, told);
  }

  recordOf<S>(told: Told<S>): ChangeRecord<S> {
    return new ChangeRecord(this.journal, told);
  }
}
