import { useDeferredValue } from 'react';
import { api, type Wire } from '~/api/client';
import { held } from '~/parts/list';
import type { Referred } from './references';

const limit = 50;

const kinds: Record<Referred, Wire['SearchHit']['kind']> = {
  ...{ addon: 'ADDON', coupon: 'COUPON', currency: 'CURRENCY', customer: 'CUSTOMER', feature: 'FEATURE' },
  ...{ plan: 'PLAN', product: 'PRODUCT', subscription: 'SUBSCRIPTION' },
};

/** Ids that begin with what is typed, offered meanwhile; what is not offered can be typed all the same. */
export function Suggestions({ id, of, typed }: { id: string; of: Referred; typed: string }) {
  const q = useDeferredValue(typed.trim());
  const params = { query: { q, kinds: [kinds[of]], limit } };
  const hits = api.useQuery('get', '/api/v1/search', { params }, { ...held, enabled: q !== '' });
  return (
    <datalist id={id}>
      {(q === '' ? [] : (hits.data?.data ?? [])).map(({ id: value, name, detail }) => (
        <option key={value} value={value} label={name ?? detail ?? value} />
      ))}
    </datalist>
  );
}
