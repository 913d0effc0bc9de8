import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { sha256Of } from '#libs/kernel/digest';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

export const destinationTypes = ['FILE', 'POSTGRES'] as const;
export type DestinationType = (typeof destinationTypes)[number];

/** Where this release writes to, as far as the operator made it possible. */
export interface Places {
  /** Below it lie the folders of FILE destinations; undefined: none are written. */
  readonly dir: string | undefined;
  /** Addresses of databases by their names; undefined: none are written to. */
  readonly connections: ReadonlyMap<string, string> | undefined;
}

/** Of one environment at most: each is synced whole. */
const mostDestinations = 20;
const folderForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Who hears nothing but is kept in step: files, or tables of a database. Domain: access-and-events W9 */
export class ExportDestination extends AddressedEntity {
  id: string;
  type: DestinationType;
  enabledModels: string[];
  /** Of POSTGRES the name of a connection, null as long as none is chosen; of FILE the name of its folder. */
  integrationId: string | null;
  connectedAt: Date;

  static create(id: string, type: DestinationType, enabledModels: string[], now: Date): ExportDestination {
    const integrationId = type === 'FILE' ? folderOf(id) : null;
    const state = { id, type, enabledModels, integrationId, connectedAt: now };
    return ExportDestination.instantiate<ExportDestination>(ExportDestination, state, now);
  }

  /** Whether what is asked for is here already. @throws DataExportIntegrationError where it is another destination */
  requireSame(type: DestinationType, enabledModels: readonly string[] | undefined): void {
    const isSame = enabledModels === undefined || sorted(enabledModels) === sorted(this.enabledModels);
    if (type === this.type && isSame) return;
    const what =
      type === this.type
        ? 'with other models: change them by PATCH'
        : `of type ${this.type}: delete it first, or take another id`;
    throw new DomainError('DataExportIntegrationError', `destinationId: ${this.id} exists ${what}`);
  }

  change(enabledModels: string[], integrationId: string, now: Date): void {
    this.enabledModels = enabledModels;
    if (integrationId === this.integrationId) return;
    this.integrationId = integrationId;
    this.connectedAt = now;
  }

  statusAt({ dir, connections }: Places): ConnectionStatus {
    if (this.integrationId === null) return 'NO_CONNECTION_CHOSEN';
    const isThere = this.type === 'FILE' ? dir !== undefined : connections?.has(this.integrationId);
    return isThere ? 'CONNECTED' : 'NOT_AVAILABLE';
  }
}

export const connectionStatuses = ['CONNECTED', 'NO_CONNECTION_CHOSEN', 'NOT_AVAILABLE'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

const sorted = (ids: readonly string[]): string => JSON.stringify([...new Set(ids)].sort());

const shortDigest = (text: string): string => sha256Of(text).slice(0, 16);

/** The id, where it can be the name of a folder on every machine. */
const folderOf = (id: string): string => (folderForm.test(id) ? id : `destination-${shortDigest(id)}`);

/** Stays the same when a destination is deleted and made again: what it holds is gone on with. */
export const schemaOf = (environmentId: string, id: string): string => {
  const spoken = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 30)
    .replace(/^_+|_+$/g, '');
  return ['export', spoken, shortDigest(`${environmentId}/${id}`)].filter((part) => part !== '').join('_');
};

/** @throws DataExportIntegrationError for a type that is not built in, or that the operator gave no place for */
export function requireType(given: string, { dir, connections }: Places): DestinationType {
  const type = destinationTypes.find((each) => each === given);
  if (!type) throw refused(`destinationType: FILE and POSTGRES are built in, ${given} is not`);
  if (type === 'FILE' && dir === undefined)
    throw refused(
      'destinationType: FILE needs a directory; the operator of the service sets DATA_EXPORT_DIR',
    );
  if (type === 'POSTGRES' && connections === undefined)
    throw refused(
      'destinationType: POSTGRES needs a connection; the operator of the service sets DATA_EXPORT_CONNECTIONS',
    );
  return type;
}

/** @throws DataExportIntegrationError for a name that is none of its type */
export function requireIntegration(type: DestinationType, name: string, { connections }: Places): void {
  if (type === 'FILE' && !folderForm.test(name))
    throw refused(
      'integrationId: of a FILE destination the name of its folder: letters, digits, _ and -, 64 at most',
    );
  if (type === 'POSTGRES' && !connections?.has(name))
    throw refused(
      'integrationId: no connection has this name; ask the operator of the service, who names them in DATA_EXPORT_CONNECTIONS',
    );
}

/** @throws BadUserInput for one that is not known */
export function requireModels(given: readonly string[], known: readonly string[]): string[] {
  const unknown = given.findIndex((id) => !known.includes(id));
  if (unknown >= 0)
    throw badInput(`enabledModels[${unknown}]: there is no such model; GET /data-export/models lists them`);
  return known.filter((id) => given.includes(id));
}

/** @throws DataExportIntegrationError */
export function requireRoom(destinations: readonly ExportDestination[]): void {
  if (destinations.length < mostDestinations) return;
  throw refused(`An environment has ${mostDestinations} destinations at most; delete one first`);
}

/** Two destinations would overwrite each other. @throws DataExportIntegrationError */
export function requireOwnFolder(one: ExportDestination, all: readonly ExportDestination[]): void {
  const other = all.find(
    ({ uid, type, integrationId }) =>
      uid !== one.uid && type === 'FILE' && integrationId?.toLowerCase() === one.integrationId?.toLowerCase(),
  );
  if (one.type === 'FILE' && other)
    throw refused(`integrationId: the folder is that of the destination ${other.id}; take another one`);
}

const refused = (message: string): DomainError => new DomainError('DataExportIntegrationError', message);
