import type { ClockChapter, FutureUpdate, Scene, Subscription } from '../scene';

const promises = {
  previewed: 'what an upgrade would cost is told before, to the cent, and nothing is made of it',
  upgraded:
    'an upgrade is made at once, within the billing period that runs: 100,000 calls in the place of 20,000',
  waits: 'a downgrade waits for the end of that period, and says so',
  flips: 'a millisecond before the boundary 100,000 calls are granted, at the boundary 20,000',
  follows: 'what ran until the boundary has ended there, and the lower plan began',
};

const customer = 'kestrel';
const dayMs = 86_400_000;

interface Provisioned {
  id: string;
  isScheduled: boolean;
}

/** More at once, less at the end of what is agreed. */
export const changeByClock: ClockChapter = {
  title: 'An upgrade at once, a downgrade that waits',
  about: 'What gives more is made at once. What gives less waits for the end of the billing period.',
  promises: Object.values(promises),
  async tell(scene, clock) {
    const { stage, called } = scene;
    const trial = scene.subscriptions.get(called(customer)) as Subscription;
    const boundary = trial.currentBillingPeriodEnd as string;
    const begin = Date.parse(trial.currentBillingPeriodStart as string);
    await clock.moveTo(new Date(begin + dayMs));
    await preview(scene, trial.id, 1 - dayMs / (Date.parse(boundary) - begin));
    const upgrade = await provision(scene, 'business');
    const higher = await scene.subscription(upgrade.id, ['planId', 'currentBillingPeriodEnd']);
    stage.check(
      promises.upgraded,
      [upgrade.isScheduled, higher.currentBillingPeriodEnd, await limitOf(scene)],
      [false, boundary, 100_000],
    );
    const downgrade = await provision(scene, 'team');
    const update = {
      ...{ subscriptionScheduleType: 'DOWNGRADE', targetPackage: { id: called('team') } },
      scheduledExecutionTime: boundary,
    };
    const waiting = await scene.subscription(higher.id, ['futureUpdates']);
    for (const each of waiting.futureUpdates) stage.say(told(each));
    stage.check(
      promises.waits,
      [downgrade.isScheduled, waiting.planId, waiting.futureUpdates],
      [true, called('business'), [{ ...update, scheduleStatus: 'SCHEDULED' }]],
    );
    await clock.moveTo(new Date(Date.parse(boundary) - 1));
    const before = await limitOf(scene);
    const task = await clock.set(boundary);
    stage.say('Asked at once, whatever has been done on the way by now:');
    stage.check(promises.flips, [before, await limitOf(scene)], [100_000, 20_000]);
    await clock.follow(task);
    await showSuccessor(scene, higher.id, boundary);
  },
};

interface Preview {
  immediateInvoice: { total: number; lines: { description: string; subTotal: number }[] };
  recurringInvoice: { total: number };
}

/** @param share of the period that is left: so much of Team comes back, so much of Business is due, each with a seat */
async function preview(scene: Scene, running: string, share: number): Promise<void> {
  const { stage, called } = scene;
  const body = { customerId: called(customer), planId: called('business'), billingPeriod: 'MONTHLY' };
  const shown = ['immediateInvoice', 'recurringInvoice'];
  const told = (await scene.perform<Preview>('POST', '/subscriptions/preview', body, shown)).data();
  const { immediateInvoice, recurringInvoice } = told;
  for (const { description, subTotal } of immediateInvoice.lines)
    stage.say(`${subTotal.toFixed(2).padStart(9)}  ${description}`);
  const cents = (price: number): number => Math.round(price * share * 100);
  const due = (cents(199) + cents(8) - cents(49) - cents(10)) / 100;
  const { planId } = await scene.subscription(running, ['planId']);
  stage.check(
    promises.previewed,
    [immediateInvoice.total, recurringInvoice.total, planId],
    [due, 207, called('team')],
  );
}

async function provision(scene: Scene, plan: string): Promise<Provisioned> {
  const { called } = scene;
  const body = { customerId: called(customer), planId: called(plan), billingPeriod: 'MONTHLY' };
  return (await scene.perform<Provisioned>('POST', '/subscriptions', body, ['id', 'isScheduled'])).data();
}

const told = ({
  subscriptionScheduleType,
  scheduleStatus,
  scheduledExecutionTime,
  targetPackage,
}: FutureUpdate): string =>
  `${subscriptionScheduleType} to ${targetPackage?.id} at ${scheduledExecutionTime}: ${scheduleStatus}`;

const limitOf = async (scene: Scene) => (await scene.check(customer, 'api-calls')).usageLimit;

async function showSuccessor(scene: Scene, formerId: string, boundary: string): Promise<void> {
  const { stage, called } = scene;
  const former = await scene.subscription(formerId, ['status', 'cancelReason', 'effectiveEndDate']);
  for (const each of former.futureUpdates) stage.say(told(each));
  const path = `/subscriptions?customerId=${called(customer)}&status=ACTIVE`;
  const [live] = (await scene.service.rest<Subscription[]>('GET', path)).data();
  const successor = await scene.subscription(String(live?.id), ['planId', 'status', 'startDate']);
  scene.subscriptions.set(called(customer), successor);
  const { status, cancelReason, effectiveEndDate, futureUpdates } = former;
  stage.check(
    promises.follows,
    {
      former: [status, cancelReason, effectiveEndDate, futureUpdates.map((each) => each.scheduleStatus)],
      successor: [successor.planId, successor.startDate, successor.currentBillingPeriodStart],
    },
    {
      former: ['CANCELED', 'UPGRADE_OR_DOWNGRADE', boundary, ['DONE']],
      successor: [called('team'), boundary, boundary],
    },
  );
}
