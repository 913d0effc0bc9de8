import type { Chapter } from '../scene';

const promises = {
  counted:
    'the tokens of the large model are added up: 1,500 of 10,000, and each event once however often it is told',
  late: 'an event of before the month counts there and not here, and the one of another model nowhere',
  full: 'at the limit the next answer is no',
  verdict: 'the feed tells of each event which feature it fed, or why it fed none',
};

const customer = 'iris';
const tokens = 'ai-tokens';
const minuteMs = 60_000;

interface FedEvent {
  matched: { featureId: string }[];
  reason: string | null;
}

/** What an AI product does: it tells what happened, and a meter says what of it is sold. */
export const countEvents: Chapter = {
  title: 'Raw events of an AI product',
  about:
    'The application tells each call of a model as it happened. A meter adds up the tokens of one of them.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, called, service } = scene;
    const customerId = called(customer);
    const isLarge = { field: 'model', operation: 'EQUALS', value: 'large' };
    const meter = {
      aggregation: { function: 'SUM', field: 'tokens' },
      filters: [{ conditions: [isLarge] }],
    };
    const kind = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
    const feature = { id: called(tokens), displayName: 'Tokens of the large model', ...kind, meter };
    (await scene.perform('POST', '/features', feature, ['id', 'meter'])).data();
    const given = { featureId: called(tokens), period: '1 month', usageLimit: 10_000, resetPeriod: 'MONTH' };
    const promotions = `/customers/${customerId}/promotional-entitlements`;
    (await service.rest('POST', promotions, { promotionalEntitlements: [given] })).data();

    const call = (key: string, model: string, count: number, timestamp?: string) => ({
      customerId,
      eventName: 'completion',
      idempotencyKey: `${called('call')}-${key}`,
      timestamp,
      dimensions: { model, tokens: count },
    });
    const tell = async (...events: object[]) => {
      (await scene.perform('POST', '/events', { events })).data();
    };
    const [first, second] = [call('1', 'large', 1_200), call('2', 'large', 300)];
    await tell(first, second);
    await tell(second, first);
    stage.check(promises.counted, (await scene.check(customer, tokens)).currentUsage, 1_500);
    await tell(call('3', 'small', 9_000), call('4', 'large', 8_500));
    const before = new Date(scene.startedAt.getTime() - minuteMs).toISOString();
    await tell(call('5', 'large', 70, before));
    const after = await scene.check(customer, tokens);
    stage.check(
      promises.full,
      [after.isGranted, after.accessDeniedReason],
      [false, 'RequestedUsageExceedingLimit'],
    );
    stage.check(promises.late, after.currentUsage, 10_000);
    const path = `/events?customerId=${customerId}`;
    const events = (await scene.perform<FedEvent[]>('GET', path, undefined, ['matched', 'reason'])).data();
    const verdicts = events.map(
      ({ matched, reason }) => reason ?? matched.map(({ featureId }) => featureId).join(),
    );
    stage.check(
      promises.verdict,
      [verdicts.filter((each) => each === called(tokens)).length, verdicts.includes('NO_METER_MATCHED')],
      [4, true],
    );
  },
};
