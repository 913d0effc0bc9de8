import { DomainError } from '#libs/kernel/errors/domain-error';
import type {
  PackageEntitlementsService,
  VersionEntitlementsService,
} from '#modules/catalog/package-entitlements';
import type { PackageKind } from '#modules/catalog/package-versions';
import { keyOf } from '../domain/differences';
import {
  entitlementEdits,
  normalEntitlements,
  type EntitlementDocument,
  type EntitlementEdits,
} from '../domain/entitlement-list';
import { entitlementDocument } from './stored-package';

/** The entitlements of drafts of plans, or of addons. */
export class DraftEntitlements {
  constructor(
    private readonly kind: PackageKind,
    private readonly versions: VersionEntitlementsService,
    private readonly entitlements: PackageEntitlementsService,
  ) {}

  /**
   * Makes of those of a draft what the document says. Looked at only now: feature groups that let go have taken some along.
   * @param wanted in normal form
   */
  async bring(id: string, wanted: readonly EntitlementDocument[]): Promise<void> {
    const stored = await this.versions.edited(this.kind, id, {});
    await this.edit(id, entitlementEdits(normalEntitlements(stored.map(entitlementDocument)), wanted));
  }

  /** To a draft that has none. */
  add(id: string, added: EntitlementDocument[]): Promise<void> {
    return this.edit(id, { added, patched: [], removed: [] });
  }

  private async edit(id: string, { added, patched, removed }: EntitlementEdits): Promise<void> {
    if (added.length + patched.length + removed.length === 0) return;
    const changed = patched.map((each) => ({ ...each, at: `${nameOf(each)}.` }));
    await byName(added, () => this.entitlements.edit(this.kind, id, { added, changed, removed }));
  }
}

const nameOf = (entitlement: EntitlementDocument): string => `entitlements[${keyOf(entitlement)}]`;

/** Refusals name entitlements by place in a request that the caller never saw; the document names them by what they are. */
async function byName(sent: readonly EntitlementDocument[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const named = (whole: string, place: string): string => {
      const entitlement = sent[Number(place)];
      return entitlement ? nameOf(entitlement) : whole;
    };
    throw error.reworded(error.message.replace(/^entitlements\[(\d+)\]/, named));
  }
}
