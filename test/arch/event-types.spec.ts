import ts from 'typescript';
import { eventTypes, isEventType } from '#libs/business/values/event-types';
import { isTest, parse, sourceFiles, visit } from './source-tree';

// Domain: access-and-events

/** The canonical list of W6, by noun. */
const canonical: Record<string, readonly string[]> = {
  customer: ['created', 'updated', 'deleted', 'payment_failed'],
  payment_method: ['attached', 'detached'],
  subscription: [
    ...['created', 'updated', 'canceled', 'creation_failed', 'expired_non_recurring', 'spend_limit_exceeded'],
  ],
  billing: ['month_ends_soon'],
  trial: ['started', 'ends_soon', 'converted', 'expired'],
  entitlements: ['updated'],
  entitlement: ['usage_exceeded'],
  promotional_entitlement: ['granted', 'updated', 'revoked', 'ends_soon', 'expired'],
  credit_type: ['created', 'updated', 'archived', 'unarchived'],
  credit_grant: ['created', 'updated', 'depleted', 'expired', 'voided', 'balance.low'],
  credit_balance: ['low', 'depleted'],
  automatic_recharge: ['operation.attempted', 'limit_exceeded', 'configuration.changed'],
  product: ['created', 'updated', 'deleted'],
  plan: ['created', 'updated_new_version_published', 'deleted', 'unarchived'],
  addon: ['created', 'updated_new_version_published', 'deleted', 'unarchived'],
  feature: ['created', 'updated', 'deleted'],
  feature_group: ['created', 'updated', 'archived', 'unarchived'],
  coupon: ['created', 'updated', 'archived'],
  measurement: ['reported'],
  third_party: ['sync_failed'],
  contract: ['created', 'updated', 'archived', 'billing_published'],
  invoice: ['finalized', 'paid', 'canceled', 'credited'],
};
const types = Object.entries(canonical).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`));

/** Types that nothing here causes, each with its reason. */
const reserved: Record<string, string> = {};

/** What areas call the nouns whose names they put together. */
const computed: Record<string, readonly string[]> = { 'src/modules/catalog/packages': ['plan', 'addon'] };

const areaOf = (path: string): string => path.split('/').slice(0, 4).join('/');

/** By area: all texts that its sources say. */
const said = new Map<string, Set<string>>();
for (const file of sourceFiles('src/modules').filter(({ path }) => !isTest(path))) {
  const area = areaOf(file.path);
  const texts = said.get(area) ?? new Set(computed[area] ?? []);
  said.set(area, texts);
  visit(parse(file), (node) => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    // It tells of what it makes and removes.
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'changesOf') {
      texts.add('created');
      texts.add('deleted');
    }
  });
}

const isSaid = (type: string): boolean => {
  const [noun = ''] = type.split('.');
  const verb = type.slice(noun.length + 1);
  return [...said.values()].some((texts) => texts.has(type) || (texts.has(noun) && texts.has(verb)));
};

const tests = sourceFiles('test/e2e').map(({ text }) => text);
/** As a text, or noun and verb as the table of lives says them. */
const isTested = (type: string): boolean => {
  const [noun = ''] = type.split('.');
  return tests.some(
    (text) =>
      text.includes(`'${type}'`) ||
      text.includes(`\`${type.replace(/^(plan|addon)\./, '${noun}.')}\``) ||
      (text.includes(`noun: '${noun}'`) && text.includes(`\`\${noun}.${type.slice(noun.length + 1)}\``)),
  );
};

describe('types of events', () => {
  it('W6: are those of the list, in its order', () => {
    expect(eventTypes).toEqual(types);
    expect(types.every(isEventType)).toBe(true);
    expect(types).toHaveLength(70);
  });

  it('W6: each is told by the code, or reserved with a reason', () => {
    expect(types.filter((type) => isSaid(type) === type in reserved)).toEqual([]);
    expect(Object.keys(reserved).filter((type) => !types.includes(type))).toEqual([]);
  });

  it('W6: each that is told is proven through the doors', () => {
    expect(types.filter((type) => !(type in reserved) && !isTested(type))).toEqual([]);
  });
});
