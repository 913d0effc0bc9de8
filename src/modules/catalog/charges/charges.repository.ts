import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { grouped } from '#libs/kernel/grouped';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { chargeMapping } from './charge.mapping';
import type { Charge } from './domain/charge';

// As a list tells them.
const newestFirst = 'order by t.uid desc';

/** Which rows of a version are listed. */
export interface ChargesAmong {
  isOverage: boolean;
  /** Undefined: whichever. */
  ids?: readonly string[] | undefined;
}

@Injectable()
export class ChargesRepository extends TenantTable<Charge> {
  protected override readonly listedBy = 'id';

  constructor(persistence: Persistence) {
    super(persistence, chargeMapping);
  }

  /** @throws BadUserInput for a cursor that names no charge of this environment */
  list(
    packageVersionUid: string,
    { isOverage, ids }: ChargesAmong,
    request: PageRequest,
  ): Promise<Page<Charge>> {
    const filter = new Predicate()
      .equals('t.package_version_uid', packageVersionUid)
      .equals('t.is_overage', isOverage)
      .oneOf('t.id', ids);
    return this.slice(request, filter);
  }

  /** By version. */
  async ofVersions(versionUids: readonly string[]): Promise<Map<string, Charge[]>> {
    const found = await this.where(`t.package_version_uid = any($2) ${newestFirst}`, [versionUids]);
    return grouped(found, ({ packageVersionUid }) => packageVersionUid, versionUids);
  }

  removeOf(packageVersionUid: string): Promise<void> {
    return this.removeWhere('t.package_version_uid = $2', [packageVersionUid]);
  }

  async billAs(packageVersionUid: string, billingId: string, now: Date): Promise<void> {
    const text = `update charge t set billing_id = $3, updated_at = $4 where ${this.own} and t.package_version_uid = $2`;
    const values = [packageVersionUid, billingId, now];
    await this.ask(text, values);
  }

  versionsPricing(featureUid: string): Promise<string[]> {
    return this.versionsWhere('t.feature_uid = $2', featureUid);
  }

  versionsInCurrency(currencyUid: string): Promise<string[]> {
    const condition = '(t.custom_currency_uid = $2 or t.rate_currency_uid = $2)';
    return this.versionsWhere(condition, currencyUid);
  }

  private async versionsWhere(condition: string, uid: string): Promise<string[]> {
    const text = `select distinct t.package_version_uid as "versionUid" from charge t where ${this.own} and ${condition}`;
    const rows = await this.ask<{ versionUid: string }>(text, [uid]);
    return rows.map(({ versionUid }) => versionUid);
  }
}
