/** Where one can go: by the rooms of the house, each with what it needs. */
export interface Place {
  to: string;
  label: string;
  needs: string;
}

export const places: readonly (readonly [room: string, places: readonly Place[]])[] = [
  ['', [{ to: '/', label: 'Overview', needs: 'identity:read' }]],
  [
    'Catalog',
    [
      { to: '/products', label: 'Products', needs: 'products:read' },
      { to: '/features', label: 'Features', needs: 'features:read' },
      { to: '/plans', label: 'Plans', needs: 'plans:read' },
      { to: '/addons', label: 'Addons', needs: 'addons:read' },
      { to: '/matrix', label: 'Matrix', needs: 'plans:read' },
      { to: '/groups', label: 'Groups', needs: 'features:read' },
      { to: '/catalog-file', label: 'As a file', needs: 'plans:read' },
      { to: '/coupons', label: 'Coupons', needs: 'coupons:read' },
      { to: '/currencies', label: 'Currencies', needs: 'credits:read' },
    ],
  ],
  [
    'Customers',
    [
      { to: '/customers', label: 'Customers', needs: 'customers:read' },
      { to: '/subscriptions', label: 'Subscriptions', needs: 'subscriptions:read' },
    ],
  ],
  [
    'Billing',
    [
      { to: '/contracts', label: 'Contracts', needs: 'contracts:read' },
      { to: '/legal-entities', label: 'Legal entities', needs: 'contracts:read' },
    ],
  ],
  [
    'Operations',
    [
      { to: '/events', label: 'Events', needs: 'events:read' },
      { to: '/activity', label: 'Activity', needs: 'activity:read' },
      { to: '/tasks', label: 'Tasks', needs: 'environmentSettings:read' },
      { to: '/webhooks', label: 'Webhooks', needs: 'webhooks:read' },
      { to: '/keys', label: 'API keys', needs: 'apiKeys:read' },
      { to: '/members', label: 'Members', needs: 'members:read' },
      { to: '/integrations', label: 'Integrations', needs: 'integrations:read' },
      { to: '/exports', label: 'Data export', needs: 'dataExport:read' },
      { to: '/entity-types', label: 'Entity types', needs: 'governance:read' },
      { to: '/environment', label: 'Environment', needs: 'environmentSettings:read' },
    ],
  ],
];
