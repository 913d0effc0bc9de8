export type { FeatureGroup as StoredFeatureGroup } from './domain/feature-group';
export { groupMembersChange } from './feature-group-members.service';
export { CreateFeatureGroupBody } from './feature-groups.inputs';
export { FeatureGroupsModule } from './feature-groups.module';
export { FeatureGroupsService, type TakenGroup } from './feature-groups.service';
