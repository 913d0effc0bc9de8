import { wholeList, one } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import {
  PackageFeatureGroupsService,
  PackageFeatureGroup,
  type VersionQuery,
} from '#modules/catalog/packages';
import type { SetPlanFeatureGroupBody } from './plans.inputs';

/** Feature groups on the draft of a plan. The refusals of each are told where PackageFeatureGroupsService makes them. */
@Injectable()
export class PlanFeatureGroupsService {
  constructor(private readonly groups: PackageFeatureGroupsService) {}

  /** Of the draft, else of the latest version; in the order in which they came. @throws PlanNotFound */
  @UseCase('listPlanFeatureGroups', {
    needs: 'plans:read',
    answers: wholeList(PackageFeatureGroup),
    summary: 'List the feature groups of a plan.',
  })
  async list(planId: string, selection: VersionQuery): Promise<PackageFeatureGroup[]> {
    return this.groups.list('PLAN', planId, selection);
  }

  /** @throws FeatureGroupMissingFeaturesError, FeatureNotBelongToFeatureGroupError beside those of new entitlements */
  @UseCase('setPlanFeatureGroup', {
    needs: 'plans:write',
    answers: one(PackageFeatureGroup),
    summary: 'Put a feature group on the draft of a plan.',
  })
  async set(planId: string, id: string, body: SetPlanFeatureGroupBody): Promise<PackageFeatureGroup> {
    return this.groups.set('PLAN', planId, id, body.entitlements ?? []);
  }

  @UseCase('removePlanFeatureGroup', {
    needs: 'plans:write',
    answers: one(PackageFeatureGroup),
    summary: 'Take a feature group off the draft of a plan.',
  })
  async remove(planId: string, id: string): Promise<PackageFeatureGroup> {
    return this.groups.remove('PLAN', planId, id);
  }
}
