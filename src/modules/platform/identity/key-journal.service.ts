import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Journal } from '#libs/messaging/journal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { SecurityLog } from '#libs/security/security-log';
import type { ApiKey as StoredApiKey } from './domain/api-key';
import { ApiKey } from './identity.views';

/** What happened to a key: in the activity log, and in the log of the process once it is durable. Domain: access-and-events Y7 */
@Injectable()
export class KeyJournal {
  constructor(
    private readonly journal: Journal,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    private readonly clock: Clock,
  ) {}

  created(key: StoredApiKey): void {
    const after = ApiKey.from(key, this.clock.now());
    this.record('api_key.created', null, after);
    this.unitOfWork.afterCommit(() => this.log.keyCreated(after));
  }

  revoked(key: StoredApiKey, before: ApiKey): void {
    const after = ApiKey.from(key, this.clock.now());
    this.record('api_key.revoked', before, after);
    this.unitOfWork.afterCommit(() => this.log.keyRevoked(after));
  }

  private record(type: string, before: ApiKey | null, after: ApiKey): void {
    this.journal.record({ type, entityType: 'API_KEY', entityId: after.id, before, after });
  }
}
