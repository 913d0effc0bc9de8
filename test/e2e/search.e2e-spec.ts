import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createPlan,
  createProduct,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { sendInvoice } from '../support/invoices';
import { createIssuer } from '../support/issuers';

// Domain: access-and-events

interface Hit {
  kind: string;
  id: string;
  name: string | null;
  detail: string | null;
  customerId: string | null;
  isArchived: boolean;
}

const document = `query($q: String!, $kinds: [SearchKind!], $limit: Int) {
  search(q: $q, kinds: $kinds, limit: $limit) { kind id name detail customerId isArchived } }`;

interface Asked {
  kinds?: readonly string[];
  limit?: number;
}

const overRest = (api: ApiClient, q: string, { kinds, limit }: Asked = {}) => {
  const query = new URLSearchParams({ q });
  if (kinds) query.set('kinds', kinds.join(','));
  if (limit !== undefined) query.set('limit', String(limit));
  return api.rest('GET', `/search?${query}`);
};
const overGraphql = (api: ApiClient, q: string, asked: Asked = {}) => api.graphql(document, { q, ...asked });

/** The same through both doors. */
async function searched(api: ApiClient, q: string, asked: Asked = {}): Promise<Hit[]> {
  const hits = await expectOk<Hit[]>(overRest(api, q, asked));
  expect(await expectOk<Hit[]>(overGraphql(api, q, asked))).toEqual(hits);
  return hits;
}

const found = async (api: ApiClient, q: string, asked: Asked = {}): Promise<string[]> =>
  (await searched(api, q, asked)).map(({ kind, id }) => `${kind} ${id}`);

async function expectRefused(api: ApiClient, q: string, asked: Asked, message: RegExp): Promise<void> {
  expect(await overRest(api, q, asked)).toRefuse('BadUserInput', message);
  expect(await overGraphql(api, q, asked)).toRefuse('BadUserInput', message);
}

describe('search', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  describe('of every kind', () => {
    let place: TestEnvironment;
    let api: ApiClient;
    let all: Hit[];

    beforeAll(async () => {
      place = await app.newEnvironment();
      ({ api } = place);
      const email = 'atlas@example.com';
      await createCustomer(api, 'maple-acme', { name: 'Maple Cartography', email });
      await createProduct(api, 'maple-maps', { displayName: 'Maple Maps' });
      await createFeature(api, 'maple-calls', 'metered', { displayName: 'Maple calls' });
      const productId = 'maple-maps';
      await publishPlan(api, { id: 'maple-plan', productId, displayName: 'Maple starter' });
      await publishAddon(api, { id: 'maple-addon', productId, displayName: 'Maple extra' });
      const currency = { id: 'maple-coins', displayName: 'Maple credits', symbol: 'MC' };
      await expectOk(api.rest('POST', '/credits/custom-currencies', currency));
      const coupon = { id: 'maple-coupon', name: 'Maple ten', percentOff: 10 };
      await expectOk(api.rest('POST', '/coupons', coupon));
      await expectOk(api.rest('POST', '/promotion-codes', { id: 'MAPLE10', couponId: 'maple-coupon' }));
      await subscribe(api, 'maple-acme', 'maple-plan', { id: 'maple-subscription' });
      const contract = { contractId: 'maple-deal', customerId: 'maple-acme', name: 'Maple deal' };
      await expectOk(api.rest('POST', '/contracts', { ...contract, poNumber: 'PO-77' }));
      await createIssuer(api, 'acme', { invoiceNumberPrefix: 'MAPLE' });
      const { invoiceId, invoiceNumber, total } = await sendInvoice(app, { customerId: 'maple-acme' }, place);
      const plain = { detail: null, customerId: null, isArchived: false };
      const bought = { ...plain, customerId: 'maple-acme' };
      all = [
        { ...plain, kind: 'CUSTOMER', id: 'maple-acme', name: 'Maple Cartography', detail: email },
        { ...plain, kind: 'PRODUCT', id: 'maple-maps', name: 'Maple Maps' },
        { ...plain, kind: 'FEATURE', id: 'maple-calls', name: 'Maple calls', detail: 'NUMBER' },
        { ...plain, kind: 'PLAN', id: 'maple-plan', name: 'Maple starter', detail: 'maple-maps' },
        { ...plain, kind: 'ADDON', id: 'maple-addon', name: 'Maple extra', detail: 'maple-maps' },
        { ...plain, kind: 'CURRENCY', id: 'maple-coins', name: 'Maple credits', detail: 'MC' },
        { ...plain, kind: 'COUPON', id: 'maple-coupon', name: 'Maple ten', detail: '10%' },
        { ...plain, kind: 'PROMOTION_CODE', id: 'MAPLE10', name: null, detail: 'maple-coupon' },
        { ...bought, kind: 'SUBSCRIPTION', id: 'maple-subscription', name: null, detail: 'maple-plan' },
        { ...bought, kind: 'CONTRACT', id: 'maple-deal', name: 'Maple deal', detail: 'PO-77' },
        {
          ...{ ...bought, kind: 'INVOICE', id: String(invoiceId), name: String(invoiceNumber) },
          detail: `${String(total)} usd`,
        },
      ];
    });

    it('P3: tells what begins with it, kind by kind, with what tells two apart', async () => {
      expect(await searched(api, 'maple')).toEqual(all);
    });

    it('P3: finds each kind by its id, and by its name, in any letter case', async () => {
      for (const { kind, id, name } of all) {
        const keys = kind === 'INVOICE' ? [name] : [id, name];
        for (const key of keys.filter((each) => each !== null))
          for (const q of [key, key.toUpperCase(), key.toLowerCase().slice(0, -1), `  ${key} `])
            expect([q, await found(api, q)]).toEqual([q, [`${kind} ${id}`]]);
      }
      expect(await found(api, 'Atlas@')).toEqual(['CUSTOMER maple-acme']);
      expect(await found(api, 'po-7')).toEqual(['CONTRACT maple-deal']);
    });

    it('P3: finds nothing by what is in the middle', async () => {
      for (const q of ['aple', 'Cartography', 'example.com', '77'])
        expect([q, await found(api, q)]).toEqual([q, []]);
    });

    it('P3: tells the kinds that are named, in any letter case, joined by commas or repeated', async () => {
      const both = ['PRODUCT maple-maps', 'CONTRACT maple-deal'];
      expect(await found(api, 'maple', { kinds: ['CONTRACT', 'PRODUCT'] })).toEqual(both);
      for (const kinds of ['kinds=contract,Product', 'kinds=CONTRACT&kinds=product']) {
        const hits = await expectOk<Hit[]>(api.rest('GET', `/search?q=maple&${kinds}`));
        expect(hits.map(({ kind, id }) => `${kind} ${id}`)).toEqual(both);
      }
    });

    it('P3: tells no more than it is asked for, of all kinds together', async () => {
      expect(await searched(api, 'maple', { limit: 4 })).toEqual(all.slice(0, 4));
      expect(await searched(api, 'maple', { limit: 50 })).toEqual(all);
    });

    it('P3: a key is told the kinds that it may read, and refused another one that it names', async () => {
      const scoped = app.anonymous.as({ key: await place.scopedKey('coupons:read', 'invoices:write') });
      const readable = all.filter(({ kind }) => ['COUPON', 'PROMOTION_CODE', 'INVOICE'].includes(kind));
      expect(await searched(scoped, 'maple')).toEqual(readable);
      expect(await searched(scoped, 'maple', { kinds: ['INVOICE'] })).toEqual(readable.slice(2));
      const asked = { kinds: ['COUPON', 'CUSTOMER'] };
      for (const answer of [
        await overRest(scoped, 'maple', asked),
        await overGraphql(scoped, 'maple', asked),
      ])
        expect(answer).toRefuse('IdentityForbidden', /^kinds: CUSTOMER needs the permission customers:read/);
      const without = app.anonymous.as({ key: await place.scopedKey('usage:read') });
      expect(await searched(without, 'maple')).toEqual([]);
    });

    it('P3, B3: a publishable key finds nothing', async () => {
      const publishable = app.anonymous.as({ key: place.publishableKey });
      expect(await overRest(publishable, 'maple')).toRefuse('IdentityForbidden');
      expect(await overGraphql(publishable, 'maple')).toRefuse('IdentityForbidden');
      expect(await overRest(app.anonymous, 'maple')).toRefuse('Unauthenticated');
    });

    it('P3: tells nothing of another environment, also of the same id', async () => {
      const other = await app.newEnvironment();
      expect(await searched(other.api, 'maple')).toEqual([]);
      await createCustomer(other.api, 'maple-acme', { name: 'Somebody else' });
      expect((await searched(other.api, 'maple')).map(({ name }) => name)).toEqual(['Somebody else']);
      expect(await searched(api, 'maple')).toEqual(all);
      expect(await searched(api, 'somebody')).toEqual([]);
    });
  });

  describe('in an environment of its own', () => {
    let api: ApiClient;

    beforeEach(async () => {
      ({ api } = await app.newEnvironment());
    });

    const customers = async (names: Readonly<Record<string, string>>): Promise<void> => {
      for (const [id, name] of Object.entries(names)) await createCustomer(api, id, { name });
    };

    it('P3: exact ids come first, whatever their kind, then the others by kind and id', async () => {
      await customers({ 'oak-b': 'x', 'oak-a': 'y', other: 'Oak tree', Oaken: 'z' });
      await createProduct(api, 'oak', { displayName: 'Forest' });
      await createProduct(api, 'oak-p', { displayName: 'Oak' });
      expect(await found(api, 'OAK')).toEqual([
        ...[
          'PRODUCT oak',
          'CUSTOMER Oaken',
          'CUSTOMER oak-a',
          'CUSTOMER oak-b',
          'CUSTOMER other',
          'PRODUCT oak-p',
        ],
      ]);
      expect(await found(api, 'oak', { limit: 1 })).toEqual(['PRODUCT oak']);
    });

    it('P3: what several columns find is told once', async () => {
      await createCustomer(api, 'elm', { name: 'Elm', email: 'elm@example.com' });
      expect(await found(api, 'elm')).toEqual(['CUSTOMER elm']);
    });

    it('P3: what is archived is told after what is live, of all kinds', async () => {
      for (const id of ['fir-1', 'fir-2']) await createCustomer(api, id);
      for (const id of ['fir-3', 'fir-4']) await createProduct(api, id);
      await createFeature(api, 'fir-5', 'switch');
      const archived = ['customers/fir-1', 'products/fir-3', 'features/fir-5'];
      for (const path of archived) await expectOk(api.rest('POST', `/${path}/archive`));
      const hits = await searched(api, 'fir');
      expect(hits.map(({ kind, id, isArchived }) => `${kind} ${id} ${isArchived}`)).toEqual([
        ...['CUSTOMER fir-2 false', 'PRODUCT fir-4 false'],
        ...['CUSTOMER fir-1 true', 'PRODUCT fir-3 true', 'FEATURE fir-5 true'],
      ]);
      expect((await searched(api, 'FIR-1')).map(({ id }) => id)).toEqual(['fir-1']);
    });

    it('P3: so are coupons, promotion codes, currencies and packages', async () => {
      await createProduct(api, 'trees');
      await expectOk(
        api.rest('POST', '/coupons', {
          id: 'ash-coupon',
          name: 'Ash',
          amountsOff: [{ amount: 5, currency: 'usd' }],
        }),
      );
      await expectOk(api.rest('POST', '/promotion-codes', { id: 'ash-code', couponId: 'ash-coupon' }));
      await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'ash-coin', displayName: 'Ash' }));
      await publishPlan(api, { id: 'ash-plan', productId: 'trees' });
      const paths = ['promotion-codes/ash-code', 'coupons/ash-coupon', 'plans/ash-plan'];
      for (const path of paths) await expectOk(api.rest('POST', `/${path}/archive`));
      await expectOk(api.rest('POST', '/credits/custom-currencies/ash-coin/archive'));
      const hits = await searched(api, 'ash');
      expect(hits.map(({ kind, detail, isArchived }) => [kind, detail, isArchived])).toEqual([
        ...[
          ['PLAN', 'trees', true],
          ['CURRENCY', null, true],
        ],
        ...[
          ['COUPON', '5 usd', true],
          ['PROMOTION_CODE', 'ash-coupon', true],
        ],
      ]);
    });

    it('P3: of a package one row is told, however many versions it has, and of a currency who holds the id', async () => {
      await createProduct(api, 'trees');
      await publishPlan(api, { id: 'yew', productId: 'trees', displayName: 'Old' });
      await expectOk(api.rest('POST', '/plans/yew/draft'));
      await expectOk(api.rest('PATCH', '/plans/yew', { displayName: 'New yew' }));
      await expectOk(api.rest('POST', '/plans/yew/publish', { migrationType: 'NEW_CUSTOMERS' }));
      await createPlan(api, { id: 'yew-draft', productId: 'trees' });
      const coin = { id: 'yew-coin', displayName: 'Yew' };
      for (const turn of ['archived', 'archived', 'live']) {
        await expectOk(api.rest('POST', '/credits/custom-currencies', coin));
        if (turn === 'archived')
          await expectOk(api.rest('POST', '/credits/custom-currencies/yew-coin/archive'));
      }
      expect((await searched(api, 'yew')).map(({ id, name, isArchived }) => [id, name, isArchived])).toEqual([
        ['yew', 'New yew', false],
        ['yew-draft', 'yew-draft', false],
        ['yew-coin', 'Yew', false],
      ]);
    });

    it('P3: wildcards of SQL are letters as all others', async () => {
      await customers({ percent: '100% wool', under: 'a_b', back: 'a\\b', plain: 'axb 1000', quote: `a'b"` });
      for (const [q, id] of [
        ['100%', 'percent'],
        ['a_', 'under'],
        ['a\\', 'back'],
        [`a'`, 'quote'],
      ] as const)
        expect([q, await found(api, q)]).toEqual([q, [`CUSTOMER ${id}`]]);
      for (const q of ['%', '_', '\\', '%%', '*', '.*']) expect([q, await found(api, q)]).toEqual([q, []]);
    });

    it('P3: letter case and accents say nothing, in whatever script', async () => {
      await customers({
        one: 'ÉCLAIR',
        two: 'Müller',
        three: 'ΟΔΟΣ',
        four: 'Ёлка',
        five: 'İstanbul',
        six: 'Straße',
      });
      const asked = {
        eclair: 'one',
        'E\u0301c': 'one',
        MULL: 'two',
        οδός: 'three',
        ЕЛК: 'four',
        is: 'five',
        STRASSE: 'six',
      };
      for (const [q, id] of Object.entries(asked))
        expect([q, await found(api, q)]).toEqual([q, [`CUSTOMER ${id}`]]);
    });

    it('P3: names come back as they are, whatever they are', async () => {
      const names = {
        long: '𝕫'.repeat(255),
        family: '👩‍👩‍👧‍👦 & sons',
        right: '\u202eשלום עולם',
        arabic: 'مرحبا',
        script: `<script>alert('1')</script>`,
        sql: `'; drop table customer; --`,
        joined: '\u200d\u200bhidden',
      };
      await customers(names);
      for (const [id, name] of Object.entries(names)) {
        const [hit, ...others] = await searched(api, name);
        expect([others, hit?.id, hit?.name]).toEqual([[], id, name]);
      }
      expect(await found(api, '👩')).toEqual(['CUSTOMER family']);
      expect(await found(api, 'שלום')).toEqual(['CUSTOMER right']);
      expect(await found(api, 'hid')).toEqual(['CUSTOMER joined']);
      // Nothing that can be seen: it begins everything, and is told nothing.
      expect(await found(api, '\u200d')).toEqual([]);
    });

    it('P3: what is changed is found by what it is now', async () => {
      await createCustomer(api, 'ivy', { name: 'Before' });
      await expectOk(api.rest('PATCH', '/customers/ivy', { name: 'After' } satisfies Json));
      expect(await found(api, 'before')).toEqual([]);
      expect(await found(api, 'after')).toEqual(['CUSTOMER ivy']);
    });

    it('P3: what is out of bounds is refused by the name of its field', async () => {
      await expectRefused(api, '', {}, /^q\b/);
      await expectRefused(api, ' \t ', {}, /^q\b/);
      await expectRefused(api, 'q'.repeat(256), {}, /^q\b/);
      expect(await searched(api, '𝕫'.repeat(255))).toEqual([]);
      for (const limit of [0, 51]) await expectRefused(api, 'a', { limit }, /^limit\b/);
      expect(await overRest(api, 'a', { kinds: ['PLANET'] })).toRefuse('BadUserInput', /^kinds\b/);
      expect(await api.graphql('{ search(q: "a", kinds: [PLANET]) { id } }')).toRefuse(
        'BadUserInput',
        /PLANET/,
      );
      expect(await api.rest('GET', '/search')).toRefuse('BadUserInput', /^q\b/);
      expect(await api.rest('GET', '/search?q=a&limit=x')).toRefuse('BadUserInput', /^limit\b/);
    });
  });
});
