import type {
  VersionEntitlementsService,
  PackageEntitlementsService,
  PackageFeatureGroupsService,
} from '#modules/catalog/package-entitlements';
import type { PackageKind } from '#modules/catalog/package-versions';
import type { PackageSnapshotsService, PackageSnapshot } from '#modules/catalog/packages';
import type { Placed } from '#libs/kernel/errors/placed';
import { mapInTurns } from '#libs/kernel/turns';
import type { ObjectChange } from '../domain/catalog-object';
import { usualOverageBilling } from '../domain/charges-document';
import { isDraft } from '../domain/comparison';
import { isSame } from '../domain/differences';
import { entitlementEdits } from '../domain/entitlement-list';
import type { PackageDocument } from '../domain/package-document';
import type { PartForm } from '../domain/part-form';
import {
  patchOf,
  saysNothing,
  type CatalogPart,
  type PartObject,
  type ReleaseOptions,
  type Step,
  type Steps,
} from './catalog-part';
import { DraftEntitlements } from './draft-entitlements';
import { packageDocument } from './stored-package';

const changeable = { displayName: '', description: null, billingId: null, metadata: {} };

/** A package without its links. */
type PackageHead = Pick<
  PackageDocument,
  'id' | 'productId' | 'displayName' | 'description' | 'billingId' | 'metadata' | 'pricingType'
>;

/** What the services of plans and of addons have in common. */
export interface PackageDoors {
  createAll(requests: readonly Placed<PackageHead>[]): Promise<unknown>;
  update(id: string, body: object): Promise<unknown>;
  createDraft(id: string): Promise<unknown>;
  discardDraft(id: string): Promise<unknown>;
  publish(
    id: string,
    body: { migrationType: ReleaseOptions['migrationType'] },
  ): Promise<{ taskId: string | null }>;
  archive(id: string): Promise<unknown>;
  unarchive(id: string): Promise<unknown>;
}

export interface PackageServices {
  snapshots: PackageSnapshotsService;
  versions: VersionEntitlementsService;
  packages: PackageDoors;
  entitlements: PackageEntitlementsService;
  featureGroups: PackageFeatureGroupsService;
}

/** Plans and addons, through the use cases of their doors. */
export abstract class PackagePart<D extends PackageDocument> implements CatalogPart<D> {
  abstract readonly form: PartForm<D>;
  protected abstract readonly packageKind: PackageKind;
  /** What the kind has besides what all have, with what a PATCH clears it by. */
  protected abstract readonly links: Partial<Record<keyof D & string, unknown>>;

  protected constructor(private readonly services: PackageServices) {}

  protected abstract linksOf(told: PackageSnapshot): Partial<D>;

  /** What leaves the draft before its terms change, and what comes when they have: sets of packages. */
  protected setsBefore(_before: D | undefined, _after: D): Step[] {
    return [];
  }
  protected setsAfter(_before: D | undefined, _after: D): Step[] {
    return [];
  }

  async read(hold: boolean): Promise<PartObject<D>[]> {
    const all = await this.services.snapshots.everything(this.packageKind, hold);
    return mapInTurns(all, (told) => ({
      object: this.form.normal({ ...packageDocument(told), ...this.linksOf(told) } as D),
      isArchived: told.version.status === 'ARCHIVED',
      hasNextDraft: told.hasNextDraft,
    }));
  }

  steps({ id, action, fields, before, after }: ObjectChange<D>, options: ReleaseOptions): Steps {
    const { packages } = this.services;
    if (!after)
      return { RETIRE: [() => (isDraft(before) ? packages.discardDraft(id) : packages.archive(id))] };
    if (!before) return { CHANGE: [...this.contents(undefined, after), ...this.goLive(after, options)] };
    const MAKE = action === 'UNARCHIVE' ? [() => packages.unarchive(id)] : [];
    if (!this.form.makesVersion(fields))
      return { MAKE, CHANGE: this.update(id, patchOf<PackageDocument>(before, after, changeable)) };
    const draft = isDraft(before) ? [] : [() => packages.createDraft(id)];
    return { MAKE, CHANGE: [...draft, ...this.contents(before, after), ...this.goLive(after, options)] };
  }

  makeAll(changes: readonly ObjectChange<D>[]): Promise<unknown> {
    return this.services.packages.createAll(
      changes.flatMap(({ after, at }) => (after ? [{ asked: headOf(after), at }] : [])),
    );
  }

  private goLive(after: D, { migrationType, movedBy }: ReleaseOptions): Step[] {
    if (isDraft(after)) return [];
    const publish = async (): Promise<void> => {
      const { id } = after;
      const { taskId } = await this.services.packages.publish(id, { migrationType });
      if (taskId !== null) movedBy({ taskId, kind: this.packageKind, id });
    };
    return [publish];
  }

  /** From what the draft holds to what it shall. Prices come last: those of overage look for the limits that they begin at. */
  private contents(before: D | undefined, after: D): Step[] {
    const isRegrouped = this.isRegrouped(before, after);
    return [
      ...(isRegrouped ? this.lettingGo(before) : []),
      ...this.setsBefore(before, after),
      ...this.terms(before, after),
      ...this.entitled(before, after, isRegrouped),
      ...(isRegrouped ? this.holding(after) : []),
      ...this.setsAfter(before, after),
      ...this.prices(before, after),
    ];
  }

  private terms(before: D | undefined, after: D): Step[] {
    if (!before) return this.update(after.id, patchOf({} as D, after, this.links));
    const patch = patchOf(before, after, { ...changeable, ...this.links });
    const { pricingType } = after;
    // Null takes it off a draft.
    const charges =
      before.pricingType === pricingType ? {} : { charges: { pricingType: pricingType ?? null } };
    return this.update(after.id, { ...patch, ...charges });
  }

  private update(id: string, patch: object): Step[] {
    return saysNothing(patch) ? [] : [() => this.services.packages.update(id, patch)];
  }

  private entitled(before: D | undefined, { id, entitlements = [] }: D, isRegrouped: boolean): Step[] {
    const drafts = new DraftEntitlements(
      this.packageKind,
      this.services.versions,
      this.services.entitlements,
    );
    if (!before) return [() => drafts.add(id, entitlements)];
    if (!isRegrouped && isSame(before.entitlements ?? [], entitlements)) return [];
    return [() => drafts.bring(id, entitlements)];
  }

  /** A group holds its entitlements fast, so that it lets go before any of them leaves. Domain: catalog F10 */
  private isRegrouped(before: D | undefined, after: D): boolean {
    const [had, has] = [before?.featureGroups ?? [], after.featureGroups ?? []];
    if (!isSame(had, has)) return true;
    const { removed } = entitlementEdits(before?.entitlements ?? [], after.entitlements ?? []);
    return had.length > 0 && removed.length > 0;
  }

  private lettingGo(before: D | undefined): Step[] {
    const { id = '', featureGroups = [] } = before ?? {};
    return featureGroups.map(
      (group) => () => this.services.featureGroups.remove(this.packageKind, id, group),
    );
  }

  private holding({ id, featureGroups = [] }: D): Step[] {
    return featureGroups.map(
      (group) => () => this.services.featureGroups.set(this.packageKind, id, group, []),
    );
  }

  /** All rows are replaced as soon as one is sent. Domain: catalog R1 */
  private prices(before: D | undefined, { id, pricingType, charges }: D): Step[] {
    if (isSame(before?.charges ?? null, charges ?? null)) return [];
    const usual = before?.charges?.overageBillingPeriod && usualOverageBilling;
    const { overageBillingPeriod = usual } = charges ?? {};
    const lists = { pricingModels: [], overagePricingModels: [], minimumSpend: [] };
    return this.update(id, {
      charges: { pricingType: pricingType ?? null, ...lists, ...charges, overageBillingPeriod },
    });
  }
}

const headOf = ({
  id,
  productId,
  displayName,
  description,
  billingId,
  metadata,
  pricingType,
}: PackageDocument) => ({
  ...{ id, productId, displayName, description, billingId, metadata, pricingType },
});
