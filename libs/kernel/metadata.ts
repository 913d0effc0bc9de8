import { DomainError } from './errors/domain-error';

export type Metadata = Record<string, string>;
/** A key sent with `""` is removed; keys left out stay. */
export type MetadataPatch = Record<string, string>;

const maxKeys = 50;

/**
 * @param field its path in the request
 * @throws InvalidMetadataError past 50 keys. Domain: catalog C6
 */
export function patchMetadata(
  stored: Metadata,
  patch: MetadataPatch | null | undefined,
  field = 'metadata',
): Metadata {
  if (patch === undefined) return stored;
  if (patch === null) return {};
  const merged = new Map([...Object.entries(stored), ...Object.entries(patch)]);
  const kept = [...merged].filter(([, value]) => value !== '');
  if (kept.length > maxKeys) {
    throw new DomainError(
      'InvalidMetadataError',
      `${field} would hold ${kept.length} keys, at most ${maxKeys}`,
    );
  }
  return Object.fromEntries(kept);
}

/** What a new object keeps of the metadata it was sent. */
export const newMetadata = (given: Metadata | null | undefined): Metadata => patchMetadata({}, given);
