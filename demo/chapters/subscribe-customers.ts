import type { Buyer } from '../catalog';
import type { Chapter, Scene, Subscription } from '../scene';

const promises = {
  active: 'ten customers have an active subscription to the plan they chose',
  addons: 'the addons are on the subscriptions in the quantities that were bought',
  free: 'a free plan takes no addon that is sold',
  cycle: 'a PAID subscription runs in billing periods from its start, a free one in none',
};

interface Provisioned {
  status: string;
  subscription: Subscription;
}

/** Ten customers of customers.json choose a plan and addons. */
export const subscribeCustomers: Chapter = {
  title: 'Ten customers subscribe',
  about:
    'Customers of demo/customers.json choose a plan and addons. What is PAID is billed by month, seats by the unit, and collected elsewhere.',
  promises: Object.values(promises),
  async tell(scene) {
    const { buyers, stage } = scene;
    const refused = await tooMuch(scene, buyers[0] as Buyer);
    stage.check(promises.free, refused, 'IncompatibleSubscriptionAddon');
    for (const [index, buyer] of buyers.entries()) {
      // The first was made above.
      if (index > 0)
        (await scene.service.rest('POST', '/customers', { id: buyer.id, name: buyer.name })).data();
      scene.subscriptions.set(buyer.id, await subscribe(scene, buyer));
      stage.progress('customers subscribed', index + 1, buyers.length);
    }
    const shown = ['customerId', 'planId', 'status', 'addons'];
    const harbor = scene.subscriptions.get(scene.called('harbor'))?.id;
    (await scene.perform('GET', `/subscriptions/${harbor}`, undefined, shown)).data();
    const subscriptions = [...scene.subscriptions.values()];
    const chosen = subscriptions.map(({ planId, status }) => `${planId} ${status}`);
    stage.check(
      promises.active,
      chosen,
      buyers.map(({ plan }) => `${plan} ACTIVE`),
    );
    stage.check(promises.cycle, subscriptions.map(isBilledFromStart), buyers.map(isPaid));
    stage.check(
      promises.addons,
      subscriptions.map(({ addons }) => addons),
      buyers.map(({ addons }) => addons),
    );
  },
};

async function tooMuch(scene: Scene, { id, name, plan }: Buyer): Promise<string | null | undefined> {
  (await scene.perform('POST', '/customers', { id, name }, ['id', 'name', 'archivedAt'])).data();
  const addons = [{ id: scene.called('extra-calls'), quantity: 1 }];
  return (await scene.perform('POST', '/subscriptions', { customerId: id, planId: plan, addons })).code;
}

const isPaid = ({ plan }: Buyer): boolean => !plan.startsWith('starter');

const isBilledFromStart = ({ startDate, currentBillingPeriodStart }: Subscription): boolean =>
  currentBillingPeriodStart === startDate;

async function subscribe({ service }: Scene, buyer: Buyer): Promise<Subscription> {
  const { id, plan, addons, seats } = buyer;
  const terms = { billingPeriod: 'MONTHLY', unitQuantity: seats, paymentCollectionMethod: 'NONE' };
  const bought = { ...(isPaid(buyer) && terms), ...(addons.length > 0 && { addons }) };
  const body = { customerId: id, planId: plan, ...bought };
  return (await service.rest<Provisioned>('POST', '/subscriptions', body)).data().subscription;
}
