import type { Permission } from '#libs/kernel/permission';
import { grantable } from './permissions';

export interface ScopePreset {
  id: string;
  displayName: string;
  scopes: readonly Permission[];
}

const isRead = (permission: Permission): boolean => permission.endsWith(':read');
const hasWrite = (permission: Permission): boolean =>
  grantable.includes(permission.replace(/:read$/, ':write') as Permission);

/** What keys are mostly made for. A key keeps the scopes that it was made with, whatever a preset holds later. Domain: access-and-events S2 */
export const scopePresets: readonly ScopePreset[] = [
  // Write implies read.
  {
    id: 'FULL_ACCESS',
    displayName: 'Full access',
    scopes: grantable.filter((each) => !isRead(each) || !hasWrite(each)),
  },
  { id: 'READ_ONLY', displayName: 'Read only', scopes: grantable.filter(isRead) },
  { id: 'CUSTOMERS_WRITE', displayName: 'Customers: write', scopes: ['customers:write'] },
  { id: 'SUBSCRIPTIONS_WRITE', displayName: 'Subscriptions: write', scopes: ['subscriptions:write'] },
  { id: 'COUPONS_WRITE', displayName: 'Coupons: write', scopes: ['coupons:write'] },
  {
    id: 'API_KEYS_WRITE',
    displayName: 'API keys: read and write',
    scopes: ['apiKeys:read', 'apiKeys:write'],
  },
  { id: 'EVENT_QUEUE_READ', displayName: 'Event queue: read', scopes: ['eventQueue:read'] },
];
