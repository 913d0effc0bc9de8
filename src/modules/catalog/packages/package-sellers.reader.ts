import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database, type Statement } from '#libs/persistence/database';
import type { PackageKind } from './domain/package-kind';

/** A package on sale. */
export interface Seller {
  type: PackageKind;
  id: string;
  displayName: string;
}

/** Packages whose live version has an entitlement or a price row that refers to `$2`, plans after addons. */
const sellersOf = (name: string, inEntitlement: string, inCharge: string): Statement => ({
  name: `package.sellers_of_${name}`,
  text: `select p.kind as type, p.id, p.display_name as "displayName"
           from package_version v
           join package p on p.environment_id = v.environment_id and p.uid = v.package_uid
          where v.environment_id = $1 and v.is_latest and v.status = 'PUBLISHED' and v.uid in (
            select e.package_version_uid from package_entitlement e where e.environment_id = $1 and (${inEntitlement})
            union
            select c.package_version_uid from charge c where c.environment_id = $1 and (${inCharge}))
          order by p.kind, p.id`,
});
const ofFeature = sellersOf(
  'feature',
  'e.feature_uid = $2 or e.dependency_feature_uid = $2',
  'c.feature_uid = $2',
);
const ofCurrency = sellersOf(
  'currency',
  'e.currency_uid = $2',
  'c.custom_currency_uid = $2 or c.rate_currency_uid = $2',
);

/** What is on sale and refers to a thing of a lower module. Domain: catalog F9, credits Y2 */
@Injectable()
export class PackageSellersReader {
  constructor(private readonly database: Database) {}

  /** It grants or prices the feature, or has credits that depend on it. */
  ofFeature(featureUid: string): Promise<Seller[]> {
    return this.ask(ofFeature, featureUid);
  }

  /** It grants, sells or is paid in credits of the currency. */
  ofCurrency(currencyUid: string): Promise<Seller[]> {
    return this.ask(ofCurrency, currencyUid);
  }

  private ask(statement: Statement, uid: string): Promise<Seller[]> {
    return this.database.query<Seller>(statement, [currentEnvironmentId(), uid]);
  }
}
