import type { ExportModel, ExportRow } from './export-model';
import type { Manifest } from './manifest';

/** Takes the rows of one model, in the order of their keys. */
export interface ModelWriter {
  add(rows: readonly ExportRow[]): Promise<void>;
  /** @returns how many rows of the model the destination will hold */
  finish(): Promise<number>;
  /** As if it had not been asked for. */
  drop(): Promise<void>;
}

/** A destination while it is written to: what reads it sees what it held before, until all is published at once. */
export interface ExportTarget {
  /** What it holds; undefined: nothing that could be added to. */
  readonly held: Manifest | undefined;
  /** @param isAddition to the rows that it holds, which are replaced where their keys are the same. */
  write(model: ExportModel, isAddition: boolean): Promise<ModelWriter>;
  publish(manifest: Manifest): Promise<void>;
}

/** What a destination could not take. */
export class DestinationFault extends Error {
  /** @param said the code of the database or of the file system */
  constructor(readonly said: string) {
    super(`The destination could not be written to: ${said}`);
  }
}

const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /^28/,
    'The database of the destination refuses the credentials of its connection; the operator of the service corrects DATA_EXPORT_CONNECTIONS',
  ],
  [
    /^unavailable$/,
    'The operator of the service gave it no such place to export to any more; choose another by PATCH, or ask the operator',
  ],
  [
    /^3D000$/,
    'The connection names a database that does not exist; the operator of the service corrects DATA_EXPORT_CONNECTIONS',
  ],
  [
    /^42501$/,
    'The role of the connection may not write there: let it create schemas in its database, and own those that it has made',
  ],
  [/^(53100|ENOSPC|EDQUOT)$/, 'The destination has no room left; make some'],
  [/^(55P03|57014)$/, 'Tables of the destination are locked by somebody else; end what locks them'],
  [
    /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR)$/,
    'The service may not write to the folder of the destination; its operator gives it the right to write in DATA_EXPORT_DIR',
  ],
  [
    /^(none|08...|57P0.|53...|E[A-Z_]+)$/,
    'The destination cannot be reached, or the connection to it broke; see that it is there',
  ],
];

/** For the caller: says what to do, and holds nothing of where the destination is. */
export const explained = ({ said }: DestinationFault): string =>
  explanations.find(([pattern]) => pattern.test(said))?.[1] ??
  `The destination refused what was written to it (${said}); see whether its tables were changed by somebody else`;
