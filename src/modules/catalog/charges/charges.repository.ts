import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { grouped } from '#libs/kernel/grouped';
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
    const found = await this.where('of_versions', `t.package_version_uid = any($2) ${newestFirst}`, [
      versionUids,
    ]);
    return grouped(found, ({ packageVersionUid }) => packageVersionUid, versionUids);
  }

  removeOf(packageVersionUid: string): Promise<void> {
    return this.removeWhere('remove_of', 't.package_version_uid = $2', [packageVersionUid]);
  }

  async billAs(packageVersionUid: string, billingId: string, now: Date): Promise<void> {
    const text = `update charge t set billing_id = $3, updated_at = $4 where ${this.own} and t.package_version_uid = $2`;
    const values = [currentEnvironmentId(), packageVersionUid, billingId, now];
    await this.persistence.database.query({ name: 'charge.bill_as', text }, values);
  }

  versionsPricing(featureUid: string): Promise<string[]> {
    return this.versionsWhere('pricing', 't.feature_uid = $2', featureUid);
  }

  versionsInCurrency(currencyUid: string): Promise<string[]> {
    const condition = '(t.custom_currency_uid = $2 or t.rate_currency_uid = $2)';
    return this.versionsWhere('in_currency', condition, currencyUid);
  }

  private async versionsWhere(name: string, condition: string, uid: string): Promise<string[]> {
    const text = `select distinct t.package_version_uid as "versionUid" from charge t where ${this.own} and ${condition}`;
    const statement = { name: `charge.versions_${name}`, text };
    const rows = await this.persistence.database.query<{ versionUid: string }>(statement, [
      currentEnvironmentId(),
      uid,
    ]);
    return rows.map(({ versionUid }) => versionUid);
  }
}
