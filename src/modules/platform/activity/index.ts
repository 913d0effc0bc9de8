export { ActivityModule } from './activity.module';
export { ActivityEntityEnum } from './activity.views';
