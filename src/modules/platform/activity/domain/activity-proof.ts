import { sha256Of } from '#libs/kernel/digest';

/** The first place at which a log does not hold, and why. */
export interface ActivityFault {
  seq: number;
  /** Of the entry that stands there; null where none does. */
  id: string | null;
  reason: string;
}

/** An entry by its place and its hash, which is hexadecimal; 0 and the empty text stand before the first one. */
export interface ChainPlace {
  seq: number;
  hash: string;
}

/** What the tables say besides, which the entries must come to. */
export interface KeptChain {
  head: ChainPlace;
  /** The last one that was forgotten. */
  anchor: ChainPlace;
  /** Of the first and of the last entry that there is; null where there is none. */
  first: number | null;
  last: number | null;
}

/** An entry as it is read: its hash, its key, and all that it tells as PostgreSQL spells JSON. */
export interface ToldEntry {
  seq: number;
  hash: string;
  id: string;
  told: string;
}

const nothing: ChainPlace = { seq: 0, hash: '' };

/**
 * Goes through the log of one environment from what was forgotten last on and recomputes the hash of each entry, from what it tells now and
 * from the hash before it. It shares nothing with what writes them but the order in which an entry tells its parts. Domain: access-and-events W8
 */
export class ActivityProof {
  rows = 0;
  private place: ChainPlace;

  /** @param logged what the log stream was told last of this environment */
  constructor(
    private readonly kept: KeptChain,
    private readonly logged: ChainPlace = nothing,
  ) {
    this.place = kept.anchor;
  }

  /** @returns why nothing of it can be proven */
  begin(): ActivityFault | undefined {
    const { first, anchor } = this.kept;
    if (first === null || first > anchor.seq) return undefined;
    const reason = `an entry stands at place ${first}, though all up to ${anchor.seq} were forgotten`;
    return { seq: first, id: null, reason };
  }

  /** @returns why it does not hold */
  add({ seq, hash, id, told }: ToldEntry): ActivityFault | undefined {
    const next = this.place.seq + 1;
    if (seq !== next) return { seq: next, id: null, reason: `the entry at place ${next} is missing` };
    if (sha256Of(this.place.hash + told) !== hash)
      return { seq, id, reason: 'its hash is not that of what it tells and of the entry before it' };
    if (seq === this.logged.seq && hash !== this.logged.hash)
      return { seq, id, reason: 'its hash is not the one that the log stream was told' };
    this.rows++;
    this.place = { seq, hash };
    return undefined;
  }

  /** @returns why what the tables keep is not what the entries come to */
  end(): ActivityFault | undefined {
    const { head, last } = this.kept;
    const { seq, hash } = this.place;
    const reason =
      (this.logged.seq > seq &&
        `the log stream was told of an entry at place ${this.logged.seq}, the log ends at ${seq}`) ||
      (head.seq !== seq && `the head stands at place ${head.seq}, the log ends at ${seq}`) ||
      (last !== null && last > seq && `the log ends at place ${seq}, yet an entry stands at ${last}`) ||
      (head.hash !== hash && 'the hash that the head keeps is not that of the last entry');
    return reason ? { seq: Math.max(seq, head.seq), id: null, reason } : undefined;
  }

  get head(): string | null {
    return this.place.seq === 0 ? null : this.place.hash;
  }
}
