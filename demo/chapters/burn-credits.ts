import type { ClockChapter, Scene } from '../scene';
import type { TestClock } from '../test-clock';

const promises = {
  given: 'a plan gives 1,000 credits, and a promotion 200 more: what ends first is drawn from first',
  paid: 'a report of usage takes its credits in the commit that counts it, and tells what is left',
  foreseen:
    'an estimate tells what usage would leave owed, and a check of the feature denies it; neither takes anything',
  owed: 'what is used all the same is owed',
  enforced: 'who asks for it is refused instead, and nothing is counted or taken',
  settled: 'credits that are bought pay what is owed at once, and the ledger shows both sides',
  renewed: 'a month later the plan gives again, and nothing was carried over',
  proven: 'the ledger proves itself: chain, balances, grants and whose turn it was',
};

const agent = 'parrot';
const dayMs = 86_400_000;

interface Row {
  seq: number;
  eventType: string;
  amount: number;
  endingBalance: number;
  creditGrantId: string;
}

interface Reported {
  credit: { consumed: number; currentUsage: number; usageLimit: number };
}

interface Estimates {
  estimates: { balanceAfterEstimate: number }[];
}

interface Grant {
  id: string;
  displayName: string;
  expireAt: string | null;
}

/** A sixteenth customer runs agents on prepaid credits. */
export const burnCredits: ClockChapter = {
  title: 'A month of an AI product',
  about:
    'Credits of a plan, a promotion and a purchase burn down in one order, and every movement stands in a ledger.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage } = scene;
    await sold(scene);
    const begin = (await clock.now()).getTime();
    const after = (days: number): string => new Date(begin + days * dayMs).toISOString();
    await give(scene, 'Welcome', 200, { grantType: 'PROMOTIONAL', expireAt: after(17) });
    const { credit } = await use(scene, 300, 'first');
    stage.check(promises.paid, [credit.consumed, credit.usageLimit - credit.currentUsage], [300, 900]);
    stage.check(promises.given, await newest(scene, 2), [
      ['CREDITS_CONSUMED', -100, 900],
      ['CREDITS_CONSUMED', -200, 1000],
    ]);
    await clock.moveTo(after(20));
    await overdrawn(scene);
    await give(scene, 'Five hundred more', 500, { grantType: 'PAID', cost: { amount: 5, currency: 'usd' } });
    stage.check(promises.settled, await newest(scene, 3), [
      ['CREDITS_VOIDED', 0, 350],
      ['CREDITS_CONSUMPTION_TRANSFER_TARGET', -150, 350],
      ['CREDITS_CONSUMPTION_TRANSFER_SOURCE', 150, 500],
    ]);
    await renewed(scene, clock);
    await proven(scene);
  },
};

async function sold(scene: Scene): Promise<void> {
  const { called } = scene;
  const currency = {
    id: called('thoughts'),
    displayName: 'Thoughts',
    units: { singular: 'thought', plural: 'thoughts' },
  };
  (await scene.perform('POST', '/credits/custom-currencies', currency, ['id'])).data();
  const plan = {
    id: called('agents'),
    displayName: 'Agents',
    productId: called('maps'),
  };
  const prompts = {
    id: called('prompts'),
    displayName: 'Prompts',
    featureType: 'NUMBER',
    meterType: 'INCREMENTAL',
  };
  (await scene.service.rest('POST', '/features', prompts)).data();
  (await scene.service.rest('POST', '/plans', plan)).data();
  const entitlements = [
    { type: 'CREDIT', id: called('thoughts'), amount: 1000, cadence: 'MONTH' },
    { type: 'FEATURE', id: called('prompts'), hasUnlimitedUsage: true },
  ];
  const path = `/plans/${called('agents')}`;
  (await scene.perform('POST', `${path}/entitlements`, { entitlements }, ['id', 'amount', 'cadence'])).data();
  // A prompt costs a thought.
  const creditRate = { amount: 1, currencyId: called('thoughts') };
  const rated = { billingModel: 'USAGE_BASED', featureId: called('prompts') };
  const pricingModels = [{ ...rated, pricePeriods: [{ billingPeriod: 'MONTHLY', creditRate }] }];
  (await scene.service.rest('PATCH', path, { charges: { pricingType: 'PAID', pricingModels } })).data();
  (await scene.service.rest('POST', `${path}/publish`, { migrationType: 'NEW_CUSTOMERS' })).data();
  const newcomer = { id: called(agent), name: 'Parrot Press', email: `accounts@${agent}.example` };
  (await scene.perform('POST', '/customers', newcomer, ['id'])).data();
  const wanted = { customerId: called(agent), planId: called('agents'), billingPeriod: 'MONTHLY' };
  (await scene.perform('POST', '/subscriptions', wanted, ['id', 'status'])).data();
}

/** 900 are left of the plan, for the promotion is spent: 1,050 are used. */
async function overdrawn(scene: Scene): Promise<void> {
  const { stage, called } = scene;
  const question = new URLSearchParams({ featureId: called('prompts'), requestedUsage: '1050' });
  const path = `/customers/${called(agent)}/entitlements/check?${question}`;
  const shown = ['isGranted', 'accessDeniedReason', 'currentUsage'];
  const asked = (await scene.perform<{ accessDeniedReason: string }>('GET', path, undefined, shown)).data();
  const { idempotencyKey: _, ...thought } = usage(scene, 1050, 'thought');
  const { estimates } = (await scene.perform<Estimates>('POST', '/usage/estimate', thought)).data();
  stage.check(
    promises.foreseen,
    [asked.accessDeniedReason, estimates.map(({ balanceAfterEstimate }) => balanceAfterEstimate)],
    ['InsufficientCredits', [-150]],
  );
  const strict = { ...usage(scene, 1050, 'strict'), enforceLimit: true };
  const refused = await scene.perform('POST', '/usage', { usages: [strict] });
  await use(scene, 1050, 'second');
  const [owed] = await newest(scene, 1);
  stage.check(promises.owed, owed, ['CREDITS_CONSUMED', -150, -150]);
  stage.check(promises.enforced, refused.code, 'EntitlementLimitExceededError');
}

async function renewed(scene: Scene, clock: TestClock): Promise<void> {
  const [given] = await grants(scene, 'RECURRING');
  await clock.moveTo(String(given?.expireAt));
  const [row] = await newest(scene, 1);
  scene.stage.check(promises.renewed, row, ['CREDITS_GRANTED', 1000, 1350]);
}

async function proven(scene: Scene): Promise<void> {
  const { stage, called } = scene;
  const names = new Map((await grants(scene)).map(({ id, displayName }) => [id, displayName]));
  for (const { seq, eventType, amount, endingBalance, creditGrantId } of (await rows(scene)).reverse())
    stage.say(
      `${String(seq).padStart(3)}  ${eventType.padEnd(37)} ${String(amount).padStart(6)} → ${String(endingBalance).padStart(5)}  ${names.get(creditGrantId) ?? ''}`,
    );
  const path = `/credits/ledger/proof?${whose(scene)}&currencyId=${called('thoughts')}`;
  const proof = (await scene.perform<{ holds: boolean; rows: number }>('GET', path)).data();
  stage.check(promises.proven, [proof.holds, proof.rows], [true, 11]);
}

const whose = ({ called }: Scene): string => `customerId=${called(agent)}`;

const usage = ({ called }: Scene, value: number, idempotencyKey: string) => ({
  ...{ customerId: called(agent), featureId: called('prompts'), value, idempotencyKey },
});

async function use(scene: Scene, value: number, key: string): Promise<Reported> {
  const usages = [usage(scene, value, key)];
  const told = (await scene.perform<Reported[]>('POST', '/usage', { usages }, ['value', 'credit'])).data();
  return told[0] as Reported;
}

async function give(scene: Scene, displayName: string, amount: number, more: object): Promise<void> {
  const { called } = scene;
  const grant = { customerId: called(agent), currencyId: called('thoughts'), displayName, amount, ...more };
  (await scene.perform('POST', '/credits/grants', grant, ['id', 'status', 'amount'])).data();
}

const rows = async (scene: Scene): Promise<Row[]> =>
  (await scene.service.rest<Row[]>('GET', `/credits/ledger?${whose(scene)}&limit=100`)).data();

const newest = async (scene: Scene, count: number): Promise<unknown[][]> =>
  (await rows(scene)).slice(0, count).map((row) => [row.eventType, row.amount, row.endingBalance]);

const grants = async (scene: Scene, type?: string): Promise<Grant[]> => {
  const path = `/credits/grants?${whose(scene)}&limit=100`;
  const all = (await scene.service.rest<(Grant & { grantType: string })[]>('GET', path)).data();
  return all.filter(({ grantType }) => type === undefined || grantType === type);
};
