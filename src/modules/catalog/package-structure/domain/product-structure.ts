import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import {
  type OfferedGroup,
  type PackageVersion,
  nameOf,
  type PackageKind,
  type PackageReference,
  type PricingType,
} from '#modules/catalog/package-versions';

/** What one version of a package links to, as uids. */
export interface VersionLinks {
  pricingType: PricingType | null;
  parentPlanUid: string | null;
  compatibleAddonUids: readonly string[];
  packageGroups: readonly OfferedGroup[];
  dependencyUids: readonly string[];
}

/** One package of a product with the links of its open draft and of its latest version. */
export interface PackageNode extends PackageReference {
  kind: PackageKind;
  isArchived: boolean;
  draft: VersionLinks | undefined;
  latest: VersionLinks | undefined;
}

/** The plans that the settings of the product rely on, by id. Domain: catalog P2 */
export interface PlansInSettings {
  startPlanId: string | null;
  downgradePlanId: string | null;
}

/** Drafts as the editor sees them, or what is live with the one that is being published. */
export type StructureView = 'draft' | 'published';

export const maxChainLength = 10;
const typeOrder: Record<PricingType, number> = { FREE: 0, PAID: 1, CUSTOM: 2 };

/** Who inherits from whom, and who lists or needs whom, in one product. Domain: catalog I5, A1–A3, L9 */
export class ProductStructure {
  private readonly nodes: ReadonlyMap<string, PackageNode>;

  constructor(
    nodes: readonly PackageNode[],
    private readonly inSettings: PlansInSettings = { startPlanId: null, downgradePlanId: null },
  ) {
    this.nodes = new Map(nodes.map((node) => [node.uid, node]));
  }

  find(uid: string): PackageNode | undefined {
    return this.nodes.get(uid);
  }

  /**
   * May this plan inherit from that parent? Domain: catalog I5
   * @throws PlansCircularDependencyError, BadUserInput
   */
  requireChain(plan: PackageReference, links: VersionLinks, view: StructureView): void {
    const ancestors = this.ancestorsOf(plan, links.parentPlanUid, view);
    const length = ancestors.length + 1 + this.heightBelow(plan.uid, view, new Set([plan.uid]));
    if (length > maxChainLength) {
      throw badInput(`parentPlanId: the chain would have ${length} plans, at most ${maxChainLength}`);
    }
    requireTypeOrder(ancestors[0], plan, links.pricingType);
  }

  /** Plans that inherit from this one and would then have a lower type than their parent. @throws BadUserInput */
  requireChildrenAtLeast(plan: PackageReference, pricingType: PricingType | null): void {
    for (const child of this.childrenOf(plan.uid)) {
      const childType = typeOf(child);
      if (!isBelow(childType, pricingType)) continue;
      throw badInput(
        `pricingType: ${nameOf('PLAN', child.id)} inherits from ${nameOf('PLAN', plan.id)} and is only ${childType}`,
      );
    }
  }

  /** @throws PlansCircularDependencyError. Domain: catalog A3 */
  requireNoDependencyCycle(
    addon: PackageReference,
    dependencyUids: readonly string[],
    view: StructureView,
  ): void {
    const seen = new Set<string>();
    const open = [...dependencyUids];
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      if (uid === addon.uid) throw circular(`dependencies of ${nameOf('ADDON', addon.id)}`);
      if (seen.has(uid)) continue;
      seen.add(uid);
      open.push(...(this.linksOf(uid, view)?.dependencyUids ?? []));
    }
  }

  /**
   * Settings start or downgrade with a plan that is on the market for nothing.
   * @param consequence what would become of it
   * @throws PlanIsUsedAsDefaultStartPlan, PlanIsUsedAsDowngradePlan. Domain: catalog P4, L9
   */
  requireNotInSettings({ id }: PackageReference, consequence: string): void {
    const { startPlanId, downgradePlanId } = this.inSettings;
    const relies = (part: string) =>
      `${nameOf('PLAN', id)} is the ${part} of its product and ${consequence}; change the productSettings first`;
    if (id === startPlanId) {
      throw new DomainError('PlanIsUsedAsDefaultStartPlan', relies('subscriptionStartPlanId'));
    }
    if (id === downgradePlanId) throw new DomainError('PlanIsUsedAsDowngradePlan', relies('downgradePlanId'));
  }

  /** Plans in use that inherit from this one. */
  childrenOf(uid: string): PackageNode[] {
    return this.inUse(({ parentPlanUid }) => parentPlanUid === uid, uid);
  }

  /** Plans in use that list this addon as compatible. */
  plansListing(uid: string): PackageNode[] {
    return this.inUse(({ compatibleAddonUids }) => compatibleAddonUids.includes(uid), uid);
  }

  /** Plans in use that offer this group, with the most that one of their versions asks for. */
  plansOffering(groupUid: string): { plan: PackageNode; minItems: number }[] {
    const asked = ({ packageGroups }: VersionLinks) => packageGroups.filter(({ uid }) => uid === groupUid);
    return this.inUse((version) => asked(version).length > 0, '').map((plan) => {
      const offers = [plan.draft, plan.latest].flatMap((version) => (version ? asked(version) : []));
      return { plan, minItems: Math.max(...offers.map(({ minItems }) => minItems ?? 0)) };
    });
  }

  /** Addons in use that need this one. */
  addonsNeeding(uid: string): PackageNode[] {
    return this.inUse(({ dependencyUids }) => dependencyUids.includes(uid), uid);
  }

  /** Nearest first. @throws PlansCircularDependencyError */
  private ancestorsOf(plan: PackageReference, parentUid: string | null, view: StructureView): PackageNode[] {
    const ancestors: PackageNode[] = [];
    const seen = new Set([plan.uid]);
    for (let uid = parentUid; uid !== null;) {
      if (seen.has(uid)) throw circular(`parents of ${nameOf('PLAN', plan.id)}`);
      seen.add(uid);
      const node = this.nodes.get(uid);
      if (node) ancestors.push(node);
      uid = this.linksOf(uid, view)?.parentPlanUid ?? null;
    }
    return ancestors;
  }

  private heightBelow(uid: string, view: StructureView, seen: Set<string>): number {
    let height = 0;
    for (const node of this.nodes.values()) {
      if (seen.has(node.uid) || linksIn(node, view)?.parentPlanUid !== uid) continue;
      seen.add(node.uid);
      height = Math.max(height, 1 + this.heightBelow(node.uid, view, seen));
    }
    return height;
  }

  private inUse(links: (version: VersionLinks) => boolean, except: string): PackageNode[] {
    return [...this.nodes.values()].filter(
      ({ uid, isArchived, draft, latest }) =>
        uid !== except && !isArchived && [draft, latest].some((version) => version && links(version)),
    );
  }

  private linksOf(uid: string, view: StructureView): VersionLinks | undefined {
    const node = this.nodes.get(uid);
    return node && linksIn(node, view);
  }
}

const linksIn = ({ draft, latest }: PackageNode, view: StructureView): VersionLinks | undefined =>
  view === 'draft' ? (draft ?? latest) : latest;

/** The type that subscribers meet, or the planned one of a plan that was never published. */
const typeOf = ({ draft, latest }: PackageNode): PricingType | null => (latest ?? draft)?.pricingType ?? null;

const isBelow = (child: PricingType | null, parent: PricingType | null): boolean =>
  child !== null && parent !== null && typeOrder[child] < typeOrder[parent];

function requireTypeOrder(
  parent: PackageNode | undefined,
  plan: PackageReference,
  pricingType: PricingType | null,
): void {
  const parentType = parent ? typeOf(parent) : null;
  if (!parent || !isBelow(pricingType, parentType)) return;
  throw badInput(
    `parentPlanId: ${nameOf('PLAN', plan.id)} is ${pricingType} and cannot inherit from ${parent.id}, which is ${parentType}`,
  );
}

const circular = (what: string): DomainError =>
  new DomainError('PlansCircularDependencyError', `The ${what} return to their start; break the circle`);

/** As the version says them now. */
export const linksOf = (version: PackageVersion): VersionLinks => ({
  pricingType: version.pricingType,
  parentPlanUid: version.parentPlanUid,
  compatibleAddonUids: (version.compatibleAddons ?? []).map(({ uid }) => uid),
  packageGroups: version.packageGroups ?? [],
  dependencyUids: (version.dependencies ?? []).map(({ uid }) => uid),
});
