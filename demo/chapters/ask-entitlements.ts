import type { Chapter } from '../scene';

const promises = {
  inherited: 'Business has 3 projects, which only Starter names',
  added: 'an addon adds to the plan: 10,000 calls and 2 × 5,000 make 20,000',
  feature: 'an addon brings a feature that no plan has',
  missing: 'a feature of another tier is refused with the reason',
  values: 'a list of values grants its values and no other',
  number: 'a configured number grants up to itself',
  unknown: 'an unknown customer is an answer, not an error',
};

const outcome = ({
  isGranted,
  accessDeniedReason,
}: {
  isGranted: boolean;
  accessDeniedReason: string | null;
}) => (isGranted ? 'granted' : accessDeniedReason);

/** The question on the hot path: may this customer do this, now? */
export const askEntitlements: Chapter = {
  title: 'What may they do?',
  about: 'The question on the hot path. It always gets an answer with a reason, and it changes nothing.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage } = scene;
    stage.check(promises.inherited, (await scene.check('grove', 'projects')).usageLimit, 3);
    stage.check(promises.added, (await scene.check('cedar', 'api-calls')).usageLimit, 20_000);
    stage.check(promises.feature, outcome(await scene.check('fjord', 'audit-log')), 'granted');
    const signOn = [
      await scene.check('dune', 'single-sign-on'),
      await scene.check('juniper', 'single-sign-on'),
    ];
    stage.check(promises.missing, signOn.map(outcome), ['NoFeatureEntitlementInSubscription', 'granted']);
    const chat = await scene.check('dune', 'support-channels', { requestedValues: 'email,chat' });
    const phone = await scene.check('dune', 'support-channels', { requestedValues: 'phone' });
    stage.check(promises.values, [chat, phone].map(outcome), ['granted', 'RequestedValuesMismatch']);
    const three = await scene.check('acorn', 'projects', { requestedUsage: 3 });
    const four = await scene.check('acorn', 'projects', { requestedUsage: 4 });
    stage.check(promises.number, [three, four].map(outcome), ['granted', 'RequestedUsageExceedingLimit']);
    stage.check(promises.unknown, outcome(await scene.check('nobody', 'api-calls')), 'CustomerNotFound');
  },
};
