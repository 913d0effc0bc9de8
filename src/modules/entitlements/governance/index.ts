export { AttributionKeys } from './attribution-keys.service';
export { namedBy } from './domain/named-entities';
export { GovernanceModule } from './governance.module';
