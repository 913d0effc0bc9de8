import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { paginate } from '#libs/persistence/paginate';
import { Predicate } from '#libs/persistence/predicate';
import { TableSlice } from '#libs/persistence/table-slice';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { chargeMapping } from './charge.mapping';
import type { Charge } from './domain/charge';

// As a list tells them.
const newestFirst = 'order by t.uid desc';

@Injectable()
export class ChargesRepository extends TenantTable<Charge> {
  protected override readonly listedBy = 'id';

  constructor(persistence: Persistence) {
    super(persistence, chargeMapping);
  }

  /** @throws BadUserInput for a cursor that names no charge of this environment */
  list(packageVersionUid: string, isOverage: boolean, request: PageRequest): Promise<Page<Charge>> {
    const { rows, own, named } = this;
    const filter = new Predicate()
      .equals('t.package_version_uid', packageVersionUid)
      .equals('t.is_overage', isOverage);
    return paginate(
      new TableSlice({ database: this.persistence.database, rows, own, named, list: named }, filter),
      request,
    );
  }

  /** By version. */
  async ofVersions(versionUids: readonly string[]): Promise<Map<string, Charge[]>> {
    const byVersion = new Map<string, Charge[]>(versionUids.map((uid) => [uid, []]));
    const condition = `t.package_version_uid = any($2) ${newestFirst}`;
    for (const charge of await this.where('of_versions', condition, [versionUids])) {
      byVersion.get(charge.packageVersionUid)?.push(charge);
    }
    return byVersion;
  }

  removeOf(packageVersionUid: string): Promise<void> {
    return this.removeWhere('remove_of', 't.package_version_uid = $2', [packageVersionUid]);
  }

  async billAs(packageVersionUid: string, billingId: string, now: Date): Promise<void> {
    const text = `update charge t set billing_id = $3, updated_at = $4 where ${this.own} and t.package_version_uid = $2`;
    const values = [currentEnvironmentId(), packageVersionUid, billingId, now];
    await this.persistence.database.query({ name: 'charge.bill_as', text }, values);
  }
}
