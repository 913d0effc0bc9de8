import type { ColumnType } from './domain/export-model';
import type { Manifest, WrittenFile, WrittenModel } from './domain/manifest';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (value: unknown, ...names: string[]): boolean =>
  isFields(value) && names.every((name) => typeof value[name] === 'string');
const isFile = (value: unknown): value is WrittenFile =>
  isFields(value) && textsOf(value, 'name', 'sha256') && typeof value['bytes'] === 'number';
const isColumns = (value: unknown): value is Record<string, ColumnType> =>
  isFields(value) && Object.values(value).every((type) => typeof type === 'string');
const isModel = (value: unknown): value is WrittenModel =>
  isFields(value) &&
  typeof value['rows'] === 'number' &&
  isColumns(value['columns']) &&
  (value['files'] === undefined || (Array.isArray(value['files']) && value['files'].every(isFile)));

const isManifest = (value: unknown): value is Manifest =>
  isFields(value) &&
  value['format'] === 1 &&
  textsOf(value, 'snapshotId', 'transferId', 'environmentId', 'destinationId', 'takenAt') &&
  textsOf(value['source'], 'database', 'snapshot', 'horizon') &&
  isFields(value['models']) &&
  Object.values(value['models']).every(isModel);

/** What a destination says that it holds; undefined: it says nothing, or somebody else wrote it. */
export function readManifest(text: string | undefined): Manifest | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
