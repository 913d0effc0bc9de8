import type { Chapter, Measurement } from '../scene';

const promises = {
  thresholds: 'receivers are told at 80 and 90 per cent of a limit, as soon as the environment has chosen so',
  exact: '64 clients at once take 20 calls each of 1,000: 50 get them, and 14 are refused',
  told: 'who is refused is told why, in the words of a check',
  full: 'exactly 1,000 of 1,000 are used, and not one more',
};

const clients = 64;
const calls = 20;
const customer = 'acorn';

interface Settings {
  usageThresholds: number[];
}

/** Check and consume in one call: the strict way to hold a limit. */
export const holdLimit: Chapter = {
  title: 'A limit that holds',
  about:
    'A check reserves nothing, so two may both pass. A report with `enforceLimit` checks and consumes in one.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called } = scene;
    const chosen = { usageThresholds: [80, 90] };
    const settings = '/environment-settings';
    const before = (await service.rest<Settings>('GET', settings)).data();
    const { usageThresholds } = (await service.rest<Settings>('PATCH', settings, chosen)).data();
    stage.check(promises.thresholds, usageThresholds, chosen.usageThresholds);
    stage.say(`${clients} clients report ${calls} API calls each at once, with enforceLimit:`);
    const usages = [
      { customerId: called(customer), featureId: called('api-calls'), value: calls, enforceLimit: true },
    ];
    const answers = await Promise.all(
      Array.from({ length: clients }, () => service.rest<Measurement[]>('POST', '/usage', { usages })),
    );
    const refused = answers.filter(({ code }) => code !== undefined);
    stage.check(promises.exact, [clients - refused.length, refused.length], [50, 14]);
    const codes = [...new Set(refused.map(({ code }) => code))];
    const { message } = (refused[0]?.body ?? {}) as { message?: string };
    stage.say(`Refused: ${message}`);
    stage.check(
      promises.told,
      [codes, message?.includes('RequestedUsageExceedingLimit')],
      [['EntitlementLimitExceededError'], true],
    );
    const after = await scene.check(customer, 'api-calls');
    stage.check(
      promises.full,
      [after.currentUsage, after.usageLimit, after.isGranted],
      [1_000, 1_000, false],
    );
    // The environment may be somebody's: it keeps what it had chosen.
    await service.rest('PATCH', settings, { usageThresholds: before.usageThresholds });
  },
};
