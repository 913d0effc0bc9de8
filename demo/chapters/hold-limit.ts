import type { Chapter, Measurement } from '../scene';

const promises = {
  exact: '64 clients at once take 20 calls each of 1,000: 50 get them, and 14 are refused',
  told: 'who is refused is told why, in the words of a check',
  full: 'exactly 1,000 of 1,000 are used, and not one more',
};

const clients = 64;
const calls = 20;
const customer = 'acorn';

/** Check and consume in one call: the strict way to hold a limit. */
export const holdLimit: Chapter = {
  title: 'A limit that holds',
  about:
    'A check reserves nothing, so two may both pass. A report with `enforceLimit` checks and consumes in one.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called } = scene;
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
  },
};
