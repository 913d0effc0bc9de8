import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { LegalEntity, RetirementStatus } from './domain/legal-entity';
import { legalEntityMapping } from './legal-entity.mapping';

@Injectable()
export class LegalEntitiesRepository extends TenantRepository<LegalEntity> {
  constructor(persistence: Persistence) {
    super(persistence, legalEntityMapping, 'LegalEntityNotFound');
  }

  /** Newest first. */
  inStatus(statuses: readonly RetirementStatus[]): Promise<LegalEntity[]> {
    return this.where('t.status = any($2) order by t.uid desc', [statuses]);
  }

  /** Until this unit of work ends everybody else waits who chooses the default of this environment. */
  async takeTurn(): Promise<void> {
    const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    const turn = [`legal_entity:${currentEnvironmentId()}`];
    await this.persistence.database.query(text, turn);
  }

  /** Archived it is none. */
  async findDefault(): Promise<LegalEntity | undefined> {
    return (await this.where('t.is_default', []))[0];
  }

  /** Locked. */
  async lockDefault(): Promise<LegalEntity | undefined> {
    return (await this.where('t.is_default for no key update', []))[0];
  }
}
