export {
  usageWindow,
  type ResetAnchor,
  type ResetPeriod,
  type ResetRule,
  type UsageWindow,
} from './domain/usage-window';
