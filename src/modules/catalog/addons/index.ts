export { AddonEntitlementsService } from './addon-entitlements.service';
export { CreateAddonBody, UpdateAddonBody } from './addons.inputs';
export { AddonsModule } from './addons.module';
export { AddonsService } from './addons.service';
