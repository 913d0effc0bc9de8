import { createBrowserRouter, type RouteObject } from 'react-router';
import { NotFound } from './shell/not-found';
import { Shell } from './shell/shell';

type Component = () => React.JSX.Element;

/** A screen, whose script is loaded when somebody goes there. */
const screen = <Name extends string>(
  path: string,
  load: () => Promise<{ [name in Name]: Component }>,
  name: Name,
  children?: RouteObject[],
): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load())[name] }),
  ...(children ? { children } : {}),
});

const overview = () => import('./overview/overview');
const products = () => import('./catalog/products');
const features = () => import('./catalog/features');
const packages = () => import('./catalog/packages');
const matrix = () => import('./catalog/matrix');
const discounts = () => import('./catalog/coupons');
const currencies = () => import('./catalog/currencies');
const webhooks = () => import('./operations/webhooks');
const integrations = () => import('./operations/integrations');
const customers = () => import('./customers/customers');
const customer = () => import('./customers/customer');
const subscriptions = () => import('./customers/subscriptions');

export const router = createBrowserRouter(
  [
    {
      element: <Shell />,
      children: [
        screen('/', overview, 'Overview'),
        screen('/products', products, 'Products'),
        screen('/products/:id', products, 'Product'),
        screen('/features', features, 'Features'),
        screen('/features/:id', features, 'Feature'),
        screen('/plans', packages, 'Plans'),
        screen('/plans/:id', packages, 'Plan'),
        screen('/addons', packages, 'Addons'),
        screen('/addons/:id', packages, 'Addon'),
        screen('/matrix', matrix, 'Matrix'),
        screen('/groups', () => import('./catalog/groups'), 'Groups'),
        screen('/catalog-file', () => import('./catalog/as-file'), 'AsFile'),
        screen('/coupons', discounts, 'Coupons'),
        screen('/currencies', currencies, 'Currencies'),
        screen('/customers', customers, 'Customers'),
        screen('/customers/:id', customer, 'Customer', [
          screen('', () => import('./customers/access'), 'Access'),
          screen('subscriptions', subscriptions, 'SubscriptionsOfCustomer'),
          screen('wallets', () => import('./customers/wallets'), 'Wallets'),
          screen('usage', () => import('./customers/usage'), 'Usage'),
          screen('governance', () => import('./customers/governance'), 'Governance'),
          screen('details', () => import('./customers/details'), 'Details'),
          screen('promotions', () => import('./customers/promotions'), 'Promotions'),
          screen('invoices', () => import('./customers/invoices'), 'Invoices'),
          screen('activity', () => import('./customers/activity'), 'ActivityOfCustomer'),
        ]),
        screen('/subscriptions', subscriptions, 'Subscriptions'),
        screen('/subscriptions/:id', () => import('./customers/subscription'), 'Subscription'),
        screen('/contracts', () => import('./billing/contracts'), 'Contracts'),
        screen('/contracts/:id', () => import('./billing/contract'), 'Contract'),
        screen('/legal-entities', () => import('./billing/legal-entities'), 'LegalEntities'),
        screen('/webhooks', webhooks, 'Webhooks'),
        screen('/webhooks/:id', webhooks, 'Webhook'),
        screen('/members', () => import('./operations/members'), 'Members'),
        screen('/integrations', integrations, 'Integrations'),
        screen('/exports', integrations, 'Exports'),
        screen('/entity-types', () => import('./operations/entity-types'), 'EntityTypes'),
        screen('/events', () => import('./operations/events'), 'Events'),
        screen('/activity', () => import('./operations/activity'), 'Activity'),
        screen('/tasks', () => import('./operations/tasks'), 'Tasks'),
        screen('/keys', () => import('./operations/keys'), 'Keys'),
        screen('/environment', () => import('./operations/environment'), 'EnvironmentScreen'),
        { path: '*', element: <NotFound /> },
      ],
    },
  ],
  { basename: '/console' },
);
