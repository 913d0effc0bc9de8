import type { ColumnType } from './export-model';

/** Of which database, and up to where in its order of transactions, rows were read. */
export interface SnapshotSource {
  /** Tells a database from others, and from itself before it was put back to an earlier state. */
  database: string;
  /** What PostgreSQL calls the snapshot. */
  snapshot: string;
  /** Every transaction before it had ended: rows that are in force since are older than the snapshot. A whole number as text. */
  horizon: string;
}

export interface WrittenFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface WrittenModel {
  rows: number;
  columns: Record<string, ColumnType>;
  /** Of FILE destinations. */
  files?: WrittenFile[];
}

/** What a destination holds, told by itself: exactly the rows of one snapshot. Domain: access-and-events W9 */
export interface Manifest {
  format: 1;
  snapshotId: string;
  transferId: string;
  environmentId: string;
  destinationId: string;
  /** When the snapshot was taken, ISO 8601. */
  takenAt: string;
  source: SnapshotSource;
  heads: {
    /** Of the chain of the activity log; null: nothing has changed in this environment. */
    activity: { seq: number; hash: string } | null;
    /** The model whose rows tell the heads of the chains of ledgers. */
    ledgers: string;
  };
  models: Record<string, WrittenModel>;
}

/** Where changes begin of what a destination holds of a model; undefined: it must be written whole. */
export function horizonOf(
  held: Manifest | undefined,
  source: SnapshotSource,
  model: string,
  columns: Record<string, ColumnType>,
): string | undefined {
  const known = held?.models[model];
  const isSame = held?.source.database === source.database;
  return known && isSame && spelled(known.columns) === spelled(columns) ? held.source.horizon : undefined;
}

const spelled = (columns: Record<string, ColumnType>): string =>
  JSON.stringify(Object.entries(columns).sort(([a], [b]) => (a < b ? -1 : 1)));
