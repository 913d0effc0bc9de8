import { hexadecimal, instant, safeInteger, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { ActivityChain, ActivityWatch } from './domain/activity-chain';

// Read here alone: functions of the owner write it (ExpandActivityChain), the service may not.
export const activityChainMapping = tenantMapping(ActivityChain, 'activity_chain', {
  columns: {
    seq: safeInteger(),
    head: hexadecimal(),
    anchorSeq: safeInteger(),
    anchorHash: hexadecimal(),
  },
});

// A row of each chain, made with it by the same functions, so that none is passed over.
export const activityWatchMapping = tenantMapping(ActivityWatch, 'activity_watch', {
  columns: {
    dueAt: instant(),
    claimedUntil: instant(true),
    provedAt: instant(true),
    rows: safeInteger(),
    faultSeq: safeInteger(true),
    faultId: uuid(true),
    faultReason: text(true),
    toldSeq: safeInteger(),
    toldHash: hexadecimal(),
  },
});
// Who proves them does so in all environments at once.
activityWatchMapping.options.indices?.push({ name: 'ix_activity_watch_due', columns: ['dueAt', 'uid'] });
