import { setTimeout as pause } from 'node:timers/promises';
import type { Chapter } from '../scene';

const promises = {
  upgrade: 'an upgrade is told as soon as it is made: 10,000 calls in the place of 1,000',
  resumed: 'who comes back with the last place is told what it has missed: a report, and what is used by now',
};

const customer = 'acorn';
const awayMs = 500;

interface Updated {
  customerId: string;
  entitlements: { feature: { id: string }; usageLimit: number | null }[];
}

/** What an edge cache or a sidecar does: it holds answers, and hears when they change. */
export const followChanges: Chapter = {
  title: 'A stream of changes',
  about: 'GET /api/v1/entitlements/stream tells what changes, in order, and goes on where a listener was.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called } = scene;
    const customerId = called(customer);
    const path = `/entitlements/stream?customerId=${customerId}`;
    const listener = await service.listen(path);
    const upgrade = {
      ...{ customerId, planId: called('team'), billingPeriod: 'MONTHLY' },
      paymentCollectionMethod: 'NONE',
    };
    (await scene.perform('POST', '/subscriptions', upgrade, ['id', 'status'])).data();
    const limitOf = ({ entitlements }: Updated) =>
      entitlements.find(({ feature }) => feature.id === called('api-calls'))?.usageLimit;
    const updated = await listener.next<Updated>('entitlements.updated', (each) => limitOf(each) === 10_000);
    stage.say(`Told: entitlements.updated of ${updated.data.customerId}`);
    stage.check(promises.upgrade, limitOf(updated.data), 10_000);
    listener.leave();
    const { currentUsage } = await scene.report(customer, 'api-calls', 40);
    await pause(awayMs);
    const again = await service.listen(path, updated.id);
    const isNewest = (each: { currentUsage: number }) => each.currentUsage === currentUsage;
    const missed = await again.next<{ currentUsage: number }>('usage.updated', isNewest);
    stage.check(promises.resumed, missed.data.currentUsage, currentUsage);
    again.leave();
  },
};
