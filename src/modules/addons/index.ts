export { AddonsModule } from './addons.module';
