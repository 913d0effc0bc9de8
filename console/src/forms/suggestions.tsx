import { api } from '~/api/client';
import type { Referred } from './references';

const limit = 100;

/** Ids that are there, offered while somebody types; what is not offered can be typed all the same. */
export function Suggestions({ id, of }: { id: string; of: Referred }) {
  const known = useKnown(of);
  return (
    <datalist id={id}>
      {known.map(([value, label]) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  );
}

type Known = readonly (readonly [id: string, name: string])[];

function useKnown(of: Referred): Known {
  const query = { params: { query: { limit } } };
  const asks = (each: Referred) => ({ enabled: of === each });
  const addons = api.useQuery('get', '/api/v1/addons', query, asks('addon')).data;
  const coupons = api.useQuery('get', '/api/v1/coupons', query, asks('coupon')).data;
  const currencies = api.useQuery('get', '/api/v1/credits/custom-currencies', query, asks('currency')).data;
  const customers = api.useQuery('get', '/api/v1/customers', query, asks('customer')).data;
  const features = api.useQuery('get', '/api/v1/features', query, asks('feature')).data;
  const plans = api.useQuery('get', '/api/v1/plans', query, asks('plan')).data;
  const products = api.useQuery('get', '/api/v1/products', query, asks('product')).data;
  const subscriptions = api.useQuery('get', '/api/v1/subscriptions', query, asks('subscription')).data;
  switch (of) {
    case 'customer':
      return (customers?.data ?? []).map((each) => [each.id, each.name ?? each.email ?? '']);
    case 'coupon':
      return (coupons?.data ?? []).map((each) => [each.id, each.name]);
    case 'subscription':
      return (subscriptions?.data ?? []).map((each) => [each.id, each.planId]);
    default: {
      const named = {
        addon: addons,
        currency: currencies,
        feature: features,
        plan: plans,
        product: products,
      }[of];
      return (named?.data ?? []).map((each) => [each.id, each.displayName]);
    }
  }
}
