import type { Buyer } from '../catalog';
import type { Chapter, Measurement, Report, Scene, UsageHistory } from '../scene';

const promises = {
  sum: 'the month of each customer adds up to the last call',
  once: 'a batch that is sent again counts nothing and gets the first answer',
  window: 'that month ended where the subscription began, and the running month is empty',
  history: 'the history of that month ends with what its days add up to',
  seats: 'seats are a level, not a sum: they stand where they were set',
};

const dayMs = 86_400_000;
/** The shortest month has 28 days: the days before a subscription lie in one window of it. */
const days = 27;
const batchSize = 100;
/** Busier on some days than on others; any month of it adds up to something that can be checked. */
const rhythm = [100, 120, 90, 110, 60, 30, 140];

const callsOn = ({ callsPerDay }: Buyer, day: number): number =>
  Math.round((callsPerDay * (rhythm[day % rhythm.length] as number)) / 100);

/** What ten customers used before they subscribed: reported late, counted where it happened. */
export const reportMonth: Chapter = {
  title: 'A month of usage',
  about: 'What the customers used before they subscribed is counted in the window in which it happened.',
  promises: Object.values(promises),
  async tell(scene) {
    const { buyers, stage, service } = scene;
    const reports = buyers.flatMap((buyer) => monthOf(scene, buyer));
    stage.say(
      `${reports.length} daily reports of API calls in batches of ${batchSize}, each with the day it happened:`,
    );
    const counted = await reportAll(scene, reports);
    const last = new Map(counted.map((measurement) => [measurement.customerId, measurement]));
    const totals = buyers.map(({ id }) => [id, last.get(id)?.currentUsage]);
    stage.check(
      promises.sum,
      totals,
      buyers.map((buyer) => [buyer.id, totalOf(buyer)]),
    );
    const first = reports.slice(0, batchSize);
    const again = (await service.rest<Measurement[]>('POST', '/usage', { usages: first })).data();
    stage.check(promises.once, again, counted.slice(0, batchSize));
    await showWindow(scene, last);
    await showHistory(scene, last);
    const seats = buyers.map((buyer) => setSeats(scene, buyer));
    const levels = (await service.rest<Measurement[]>('POST', '/usage', { usages: seats })).data();
    stage.check(
      promises.seats,
      levels.map(({ currentUsage }) => currentUsage),
      buyers.map((buyer) => buyer.seats),
    );
  },
};

const totalOf = (buyer: Buyer): number =>
  Array.from({ length: days }, (_, index) => callsOn(buyer, index + 1)).reduce(
    (sum, calls) => sum + calls,
    0,
  );

/** Oldest day first. */
function monthOf({ startedAt, called }: Scene, buyer: Buyer): Report[] {
  return Array.from({ length: days }, (_, index) => {
    const day = days - index;
    const createdAt = new Date(startedAt.getTime() - day * dayMs).toISOString();
    const idempotencyKey = `${buyer.id} ${createdAt.slice(0, 10)}`;
    return {
      customerId: buyer.id,
      featureId: called('api-calls'),
      value: callsOn(buyer, day),
      createdAt,
      idempotencyKey,
    };
  });
}

const setSeats = ({ called }: Scene, { id, seats }: Buyer): Report => ({
  customerId: id,
  featureId: called('seats'),
  value: seats,
  updateBehavior: 'SET',
});

async function reportAll({ service, stage }: Scene, reports: readonly Report[]): Promise<Measurement[]> {
  const counted: Measurement[] = [];
  while (counted.length < reports.length) {
    const usages = reports.slice(counted.length, counted.length + batchSize);
    counted.push(...(await service.rest<Measurement[]>('POST', '/usage', { usages })).data());
    stage.progress('days reported', counted.length, reports.length);
  }
  return counted;
}

async function showWindow(scene: Scene, last: ReadonlyMap<string, Measurement>): Promise<void> {
  const { usagePeriodStart, usagePeriodEnd } = last.get(scene.called('cedar')) as Measurement;
  scene.stage.say(`The month of Cedar Logistics: ${usagePeriodStart} to ${usagePeriodEnd}.`);
  const running = await scene.check('cedar', 'api-calls');
  const subscribed = scene.subscriptions.get(scene.called('cedar'))?.startDate;
  const told = [usagePeriodEnd, running.usagePeriodStart, running.currentUsage];
  scene.stage.check(promises.window, told, [subscribed, subscribed, 0]);
}

async function showHistory(scene: Scene, last: ReadonlyMap<string, Measurement>): Promise<void> {
  const cedar = scene.buyers.find(({ id }) => id === scene.called('cedar')) as Buyer;
  const { usagePeriodStart, usagePeriodEnd } = last.get(cedar.id) as Measurement;
  // Until its last instant: at its end begins the next one, which may be now.
  const endDate = new Date(Date.parse(usagePeriodEnd as string) - 1).toISOString();
  const range = `startDate=${usagePeriodStart}&endDate=${endDate}`;
  const path = `/usage/${cedar.id}/history/${scene.called('api-calls')}?${range}`;
  const { markers, series } = (await scene.service.rest<UsageHistory>('GET', path)).data();
  scene.stage.say(`Told by days: ${series[0]?.points.map(({ value }) => value).join(' ')}`);
  const ending = [markers.map(({ type }) => type), series[0]?.points.at(-1)];
  const end = { timestamp: endDate, value: totalOf(cedar), isResetPoint: false };
  scene.stage.check(promises.history, ending, [['PERIODIC_RESET'], end]);
}
