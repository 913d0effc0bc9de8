import { Injectable } from '@nestjs/common';
import { one, wholeList } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { wordsOf, type PackageKind, type VersionQuery } from '#modules/catalog/package-versions';
import type { SetFeatureGroupBody } from './package-feature-groups.inputs';
import { PackageFeatureGroupsService } from './package-feature-groups.service';
import { PackageFeatureGroup } from './package-feature-groups.views';

/** The operations on the feature groups of plans, or of addons. Their refusals are told where PackageFeatureGroupsService makes them. */
export function FeatureGroupsOf(kind: PackageKind) {
  const { noun, plural, a } = wordsOf[kind];
  const [reads, writes] = [`${plural}:read`, `${plural}:write`] as const;

  @Injectable()
  class FeatureGroupsOfKind {
    constructor(readonly groups: PackageFeatureGroupsService) {}

    /** Of the draft, else of the latest version; in the order in which they came. @throws PlanNotFound, AddonNotFound */
    @UseCase(`list${noun}FeatureGroups`, {
      needs: reads,
      opens: 'PUBLIC',
      answers: wholeList(PackageFeatureGroup),
      summary: `List the feature groups of ${a}.`,
    })
    async list(packageId: string, selection: VersionQuery): Promise<PackageFeatureGroup[]> {
      return this.groups.list(kind, packageId, selection);
    }

    /** @throws FeatureGroupMissingFeaturesError, FeatureNotBelongToFeatureGroupError beside those of new entitlements */
    @UseCase(`set${noun}FeatureGroup`, {
      needs: writes,
      answers: one(PackageFeatureGroup),
      summary: `Put a feature group on the draft of ${a}.`,
    })
    async set(packageId: string, id: string, body: SetFeatureGroupBody): Promise<PackageFeatureGroup> {
      return this.groups.set(kind, packageId, id, body.entitlements ?? []);
    }

    @UseCase(`remove${noun}FeatureGroup`, {
      needs: writes,
      answers: one(PackageFeatureGroup),
      summary: `Take a feature group off the draft of ${a}.`,
    })
    async remove(packageId: string, id: string): Promise<PackageFeatureGroup> {
      return this.groups.remove(kind, packageId, id);
    }
  }
  return FeatureGroupsOfKind;
}

export type FeatureGroupsOfKind = InstanceType<ReturnType<typeof FeatureGroupsOf>>;
