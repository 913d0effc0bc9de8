import type { CheckAnswer, Chapter, Scene } from '../scene';

const promises = {
  why: 'the limit is used up: explained are the usage, the limit, and whose limit it is',
  lost: '500 calls that were given beside the plan do not count, because 1,000 are more',
  later:
    'once the present is over, it is told as ended: instants to come are known as far as something is scheduled',
};

const customer = 'acorn';

interface Source {
  type: string;
  id: string;
  usageLimit: number | null;
  endDate: string | null;
  counts: boolean;
  reason: string | null;
  decidedBy: string | null;
}

interface Explanation {
  entitlement: CheckAnswer;
  sources: Source[];
}

/** Every source with its part in the answer, now and at another instant. */
export const explainRefusal: Chapter = {
  title: 'Why a check said no',
  about: 'An explanation tells the answer of a check with all sources that it was decided on.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called, subscriptions } = scene;
    const path = `/customers/${called(customer)}/promotional-entitlements`;
    const given = { featureId: called('api-calls'), period: '1 week', usageLimit: 500 };
    (await service.rest('POST', path, { promotionalEntitlements: [given] })).data();
    const { entitlement, sources } = await explained(scene);
    const [plan, present] = sources;
    stage.check(
      promises.why,
      [entitlement.accessDeniedReason, entitlement.currentUsage, entitlement.usageLimit, plan?.id],
      ['RequestedUsageExceedingLimit', 1_000, 1_000, subscriptions.get(called(customer))?.id],
    );
    stage.check(
      promises.lost,
      [present?.type, present?.counts, present?.reason, present?.decidedBy],
      ['PROMOTION', false, 'LESS_GENEROUS', 'USAGE_LIMIT'],
    );
    const then = await explained(scene, present?.endDate ?? '');
    stage.check(
      promises.later,
      then.sources.map(({ type, reason }) => [type, reason]),
      [
        ['SUBSCRIPTION', null],
        ['PROMOTION', 'ENDED'],
      ],
    );
    (await service.rest('DELETE', `${path}/${called('api-calls')}`)).data();
  },
};

async function explained(scene: Scene, at?: string): Promise<Explanation> {
  const query = new URLSearchParams({
    featureId: scene.called('api-calls'),
    ...(at !== undefined && { at }),
  });
  const path = `/customers/${scene.called(customer)}/entitlements/explain?${query}`;
  return (await scene.perform<Explanation>('GET', path, undefined, ['sources', 'entitlement'])).data();
}
