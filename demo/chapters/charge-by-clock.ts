import { Sandbox } from '../sandbox';
import type { ClockChapter, Scene, Subscription } from '../scene';
import type { TestClock } from '../test-clock';

const promises = {
  converted:
    'a trial becomes paid by card: at its end it is ACTIVE, and its first invoice is PAID at that instant',
  declined: 'a renewal that is declined leaves it ACTIVE, and is tried again a day later',
  recovered: 'another method that is attached meanwhile pays what is owed',
  required: 'without a payment method nothing is made, and the answer names a page on which it can be paid',
  refused: 'a card that is declined on the page pays for nothing, and makes nothing',
  bought: 'who pays on the page has what was asked for, and pays by that card from then on',
  upgraded:
    'an upgrade costs the difference for the rest of the period, to the cent, and runs once that is paid',
};

const trying = 'nuthatch';
const buying = 'oriole';
const dayMs = 86_400_000;
const trialDays = 7;
const shop = 'https://shop.example';
const checkoutOptions = { successUrl: `${shop}/thanks`, cancelUrl: `${shop}/cart` };

interface Invoice {
  invoiceId: string;
  state: string;
  total: number;
  paidDate: string | null;
  lineItems: { description: string; amount: number }[];
}

interface Payment {
  state: string;
  createdAt: string;
}

interface Charged {
  id: string;
  status: string;
  checkoutUrl: string | null;
  subscription: Subscription | null;
}

/** A fourteenth customer tries and goes on, a fifteenth buys on a page. */
export const chargeByClock: ClockChapter = {
  title: 'Charged as it begins, and as it goes on',
  about:
    'Under CHARGE what costs something is paid first. What the clock brings about is charged, and tried again.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const sandbox = await Sandbox.of(scene);
    const { id, currentBillingPeriodEnd } = await converted(scene, clock, sandbox);
    const billedAt = Date.parse(String(currentBillingPeriodEnd)) + (await scene.usageGraceMs());
    await renewed(scene, clock, sandbox, { id, billedAt });
    await upgraded(scene, clock, await bought(scene));
  },
};

async function converted(scene: Scene, clock: TestClock, sandbox: Sandbox): Promise<Subscription> {
  const { stage } = scene;
  await comes(scene, trying, 'Nuthatch Nurseries');
  await sandbox.attach(trying, 'pays');
  const trialEndDate = new Date((await clock.now()).getTime() + trialDays * dayMs).toISOString();
  const trial = { trialOverrideConfiguration: { isTrial: true, trialEndDate } };
  const { id } = await provision(scene, trying, 'team', trial);
  await clock.moveTo(trialEndDate);
  const runs = await scene.subscription(id, ['status', 'currentBillingPeriodEnd']);
  const { state, total, paidDate } = await newest(scene, trying);
  stage.check(
    promises.converted,
    [runs.status, state, total, paidDate],
    ['ACTIVE', 'PAID', 59, trialEndDate],
  );
  return runs;
}

interface Renewing {
  id: string;
  /** Instant of the second invoice, in milliseconds. */
  billedAt: number;
}

async function renewed(
  scene: Scene,
  clock: TestClock,
  sandbox: Sandbox,
  { id, billedAt }: Renewing,
): Promise<void> {
  const { stage } = scene;
  await sandbox.attach(trying, 'declines');
  await clock.moveTo(new Date(billedAt + 1.5 * dayMs));
  const { status } = await scene.subscription(id, ['status', 'paymentCollection']);
  const [first, second] = await attempts(scene);
  const apart = Date.parse(String(second?.createdAt)) - Date.parse(String(first?.createdAt));
  stage.check(
    promises.declined,
    [status, first?.state, second?.state, apart],
    ['ACTIVE', 'FAILED', 'FAILED', dayMs],
  );
  await sandbox.attach(trying, 'pays');
  await clock.moveTo(new Date(billedAt + 2 * dayMs));
  const { state } = await newest(scene, trying);
  const states = (await attempts(scene)).map((each) => each.state);
  stage.check(promises.recovered, [state, states], ['PAID', ['FAILED', 'FAILED', 'SUCCEEDED']]);
}

async function bought(scene: Scene): Promise<Subscription> {
  const { stage } = scene;
  await comes(scene, buying, 'Oriole Opticians');
  const { id, status, checkoutUrl, subscription } = await provision(scene, buying, 'team', {
    checkoutOptions,
  });
  const page = String(checkoutUrl);
  stage.check(
    promises.required,
    [status, subscription, page.includes('/pay/')],
    ['PAYMENT_REQUIRED', null, true],
  );
  const declined = await pay(scene, page, 'declines');
  const made = await scene.service.rest('GET', `/subscriptions/${id}`);
  stage.check(promises.refused, [...declined, made.code], [402, null, 'SubscriptionNotFound']);
  const paid = await pay(scene, page, 'pays');
  const runs = await scene.subscription(id, ['status', 'paymentCollection']);
  const card = await cardOf(scene);
  stage.check(promises.bought, [...paid, runs.status, card], [303, `${shop}/thanks`, 'ACTIVE', '4242']);
  return runs;
}

/** So much of Team comes back, so much of Business is due, each with a seat. */
async function upgraded(scene: Scene, clock: TestClock, runs: Subscription): Promise<void> {
  const begin = Date.parse(String(runs.currentBillingPeriodStart));
  const share = 1 - (10 * dayMs) / (Date.parse(String(runs.currentBillingPeriodEnd)) - begin);
  await clock.moveTo(new Date(begin + 10 * dayMs));
  const { status, subscription } = await provision(scene, buying, 'business');
  const { state, total, lineItems } = await newest(scene, buying);
  for (const { amount, description } of lineItems)
    scene.stage.say(`${amount.toFixed(2).padStart(9)}  ${description}`);
  const cents = (price: number): number => Math.round(price * share * 100);
  const due = (cents(199) + cents(8) - cents(49) - cents(10)) / 100;
  scene.stage.check(
    promises.upgraded,
    [status, subscription?.status, state, total],
    ['SUCCESS', 'ACTIVE', 'PAID', due],
  );
}

async function comes(scene: Scene, customer: string, name: string): Promise<void> {
  const newcomer = { id: scene.called(customer), name, email: `accounts@${customer}.example` };
  (await scene.perform('POST', '/customers', newcomer, ['id', 'email'])).data();
}

async function provision(scene: Scene, customer: string, plan: string, more: object = {}): Promise<Charged> {
  const { called } = scene;
  const wanted = {
    ...{ customerId: called(customer), planId: called(plan), billingPeriod: 'MONTHLY' },
    ...{ paymentCollectionMethod: 'CHARGE', ...more },
  };
  const shown = ['id', 'status', 'checkoutUrl'];
  return (await scene.perform<Charged>('POST', '/subscriptions', wanted, shown)).data();
}

/** As who pays does it in a browser. @returns the status, and where it leads */
async function pay({ service, stage }: Scene, checkoutUrl: string, method: string): Promise<unknown[]> {
  const path = checkoutUrl.slice(checkoutUrl.indexOf('/pay/'));
  const form = { act: 'pay', method: `pm_sandbox_${method}` };
  const { status, leadsTo } = await service.submit(path, form);
  stage.exchange(`POST ${path}`, form, status, { leadsTo });
  return [status, leadsTo];
}

async function newest(scene: Scene, customer: string): Promise<Invoice> {
  const { invoiceId } = await newestOf(scene, customer);
  const path = `/customers/${scene.called(customer)}/invoices/${invoiceId}`;
  const shown = ['invoiceNumber', 'state', 'total', 'paidDate'];
  return (await scene.perform<Invoice>('GET', path, undefined, shown)).data();
}

async function newestOf({ service, called }: Scene, customer: string): Promise<Invoice> {
  const all = (await service.rest<Invoice[]>('GET', `/customers/${called(customer)}/invoices`)).data();
  return all.at(-1) as Invoice;
}

/** To collect the newest invoice, the oldest first. */
async function attempts(scene: Scene): Promise<Payment[]> {
  const { invoiceId } = await newestOf(scene, trying);
  const path = `/customers/${scene.called(trying)}/invoices/${invoiceId}/payments`;
  return (await scene.perform<Payment[]>('GET', path, undefined, ['state', 'createdAt'])).data().reverse();
}

interface Buyer {
  defaultPaymentMethod: { cardLast4Digits: string } | null;
}

async function cardOf(scene: Scene): Promise<string | undefined> {
  const path = `/customers/${scene.called(buying)}`;
  const told = (await scene.perform<Buyer>('GET', path, undefined, ['id', 'defaultPaymentMethod'])).data();
  return told.defaultPaymentMethod?.cardLast4Digits;
}
