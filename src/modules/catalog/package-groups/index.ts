export { CreatePackageGroupBody, SetPlanPackageGroupBody } from './package-groups.inputs';
export { PackageGroupsModule } from './package-groups.module';
export { PackageGroupsService } from './package-groups.service';
export {
  PlanPackageGroupsService,
  type FreeGroupOffer,
  type GroupOffer,
} from './plan-package-groups.service';
