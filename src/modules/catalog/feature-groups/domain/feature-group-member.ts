import { badInput } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';

type NewMember = Pick<FeatureGroupMember, 'groupUid' | 'featureUid' | 'featureId' | 'position'>;

/** A feature's place in a group. */
export class FeatureGroupMember extends TenantEntity {
  groupUid: string;
  featureUid: string;
  featureId: string;
  /** From 0 on, in the order of the request. */
  position: number;

  static create(given: NewMember, now: Date): FeatureGroupMember {
    return FeatureGroupMember.instantiate<FeatureGroupMember>(FeatureGroupMember, given, now);
  }
}

/** @throws BadUserInput: a group is a set */
export function requireDistinct(featureIds: readonly string[]): void {
  const twice = featureIds.find((id, index) => featureIds.indexOf(id) !== index);
  if (twice !== undefined) throw badInput(`featureIds: ${twice} stands twice; name each feature once`);
}

export const sameMembers = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((id, index) => id === after[index]);
