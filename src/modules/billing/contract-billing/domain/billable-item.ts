import { badInput } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What a feature must tell to be sold by its usage. */
export interface MeteredFeature {
  uid: string;
  id: string;
  displayName: string;
  isMetered: boolean;
}

/** Something that contracts sell, known by its name; with a metered feature it is sold by its usage too. Domain: contracts-billing I1 */
export class BillableItem extends TenantEntity {
  name: string;
  featureUid: string | null;

  static named(name: string, now: Date): BillableItem {
    return BillableItem.instantiate<BillableItem>(BillableItem, { name, featureUid: null }, now);
  }

  /** From now on it stands for this feature, whatever other features are called like it later. Domain: contracts-billing I6 */
  meter({ uid }: Pick<MeteredFeature, 'uid'>): void {
    this.featureUid = uid;
  }
}

/** What a line says of the item that it sells. */
export interface NamedItem {
  pricingModelId: string;
  name: string | null;
}

/** The feature of that id, else the only metered one of that display name. */
export function meteredBy<F extends MeteredFeature>(name: string, candidates: readonly F[]): F | undefined {
  const metered = candidates.filter(({ isMetered }) => isMetered);
  const byName = metered.filter(({ displayName }) => displayName === name);
  return metered.find(({ id }) => id === name) ?? (byName.length === 1 ? byName[0] : undefined);
}

/** Domain: contracts-billing I6 */
export const unmetered = (field: string) =>
  badInput(
    `${field}.itemName: pay as you go needs a metered item; name a metered feature by its id, or by its displayName where no other has it`,
  );
