import { Autocomplete } from '@base-ui/react/autocomplete';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { held } from '~/parts/list';

type Hit = Wire['SearchHit'];

/** Where a hit is shown. */
const placeOf: Record<Hit['kind'], (hit: Hit) => string> = {
  CUSTOMER: ({ id }) => pathTo('customers', id),
  PRODUCT: ({ id }) => pathTo('products', id),
  FEATURE: ({ id }) => pathTo('features', id),
  PLAN: ({ id }) => pathTo('plans', id),
  ADDON: ({ id }) => pathTo('addons', id),
  CURRENCY: () => '/currencies',
  COUPON: () => '/coupons',
  PROMOTION_CODE: () => '/coupons',
  SUBSCRIPTION: ({ id }) => pathTo('subscriptions', id),
  CONTRACT: ({ id }) => pathTo('contracts', id),
  INVOICE: ({ customerId }) => pathTo('customers', customerId ?? '', 'invoices'),
};

/** Everything that begins with what is typed: `/` leads here from anywhere. */
export function Search() {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const go = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useKey('/', () => input.current?.focus());
  const hits = api.useQuery(
    'get',
    '/api/v1/search',
    { params: { query: { q: asked, limit: 20 } } },
    { ...held, enabled: asked !== '' },
  );
  const found = asked === '' ? [] : (hits.data?.data ?? []);
  const open = (hit: Hit) => {
    setText('');
    input.current?.blur();
    void go(placeOf[hit.kind](hit));
  };
  return (
    <div className="search" role="search">
      <Autocomplete.Root
        items={found}
        mode="none"
        value={text}
        onValueChange={setText}
        itemToStringValue={(hit: Hit) => hit.id}
        autoHighlight
      >
        <Autocomplete.Input
          ref={input}
          aria-label="Search"
          placeholder="Search: a name, an id, an e-mail, a number (/)"
          maxLength={255}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="search-place">
            <Autocomplete.Popup className="search-results">
              <Autocomplete.Empty>
                {asked !== '' && !hits.isFetching && <p className="soft">Nothing begins with “{asked}”.</p>}
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(hit: Hit) => (
                  <Autocomplete.Item key={`${hit.kind} ${hit.id}`} value={hit} onClick={() => open(hit)}>
                    <span className="row apart">
                      <span>
                        {hit.name ?? hit.id} <span className="id soft">{hit.id}</span>
                        {hit.detail && <span className="soft"> · {hit.detail}</span>}
                      </span>
                      <span className="row">
                        {hit.isArchived && <Badge of="ARCHIVED" />}
                        <Badge of={hit.kind} tone="accent" />
                      </span>
                    </span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </div>
  );
}

/** A key that means something wherever nobody types. */
function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]');
      if (event.key !== key || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  });
}
