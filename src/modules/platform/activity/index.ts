export { ActivityHeads, type ToldActivityHead } from './activity-heads.service';
export { ActivityModule } from './activity.module';
export { ActivityProofs, type ProvedActivity } from './activity-proofs.service';
export { ActivityEntityEnum } from './activity.views';
