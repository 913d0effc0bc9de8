import type { Chapter, CheckAnswer, Measurement, Scene } from '../scene';

const promises = {
  tree: 'three budgets stand one above the other: 20 of an agent, 50 of its team, 100 of the department',
  counted: 'what the agent uses counts for all three, what the team uses for its own and the one above',
  denied: 'a department that is used up denies an agent who has used little',
  within: 'the customer itself may go on',
  held: 'a report that asks for it is refused by the budget that lacks it, by name',
};

const customer = 'cedar';

interface Node {
  entityId: string;
  usageLimit: number;
  currentUsage: number;
  isGranted: boolean;
}

type GovernedAnswer = CheckAnswer & { chains?: Node[][] };

const levels = [
  { id: 'department', limit: 100, keys: ['departmentId'] },
  { id: 'team', limit: 50, keys: ['teamId'] },
  { id: 'agent', limit: 20, keys: ['agentId'] },
];

/** An agent's budget within a team's within a department's. */
export const shareBudgets: Chapter = {
  title: 'Budgets within a customer',
  about: 'An agent’s budget within its team’s within the department’s: each of them may say no.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called } = scene;
    const house = `/api/v1-beta/customers/${called(customer)}`;
    const types = levels.map(({ id, keys }) => ({
      ...{ id: called(id), displayName: id, attributionKeys: keys.map((key) => called(key)) },
    }));
    await scene.perform('PUT', '/api/v1-beta/entity-types', { types }, []);
    const entities = levels.map(({ id }) => ({ id, entityTypeId: called(id) }));
    await scene.perform('PUT', `${house}/entities`, { entities }, []);
    const featureId = called('api-calls');
    const assignments = levels.map(({ id, limit }, level) => ({
      ...{ entityId: id, featureId, usageLimit: limit, cadence: 'P1M' },
      parentId: levels[level - 1]?.id ?? null,
    }));
    await scene.perform('PUT', `${house}/assignments`, { assignments }, []);
    const [chain = []] = (await asked(scene, house)).chains ?? [];
    const told = chain.map(({ entityId, usageLimit }) => [entityId, usageLimit]);
    stage.check(promises.tree, told, [
      ['agent', 20],
      ['team', 50],
      ['department', 100],
    ]);
    await use(scene, 5, 'agentId', 'agent');
    await use(scene, 15, 'teamId', 'team');
    await use(scene, 80, 'departmentId', 'department');
    const answer = await asked(scene, house);
    const used = (answer.chains?.[0] ?? []).map(({ currentUsage, isGranted }) => [currentUsage, isGranted]);
    stage.check(promises.counted, used, [
      [5, true],
      [20, true],
      [100, false],
    ]);
    stage.check(promises.denied, [answer.isGranted, answer.accessDeniedReason], [false, 'BudgetExceeded']);
    stage.check(
      promises.within,
      (await scene.check(customer, 'api-calls', { requestedUsage: 1 })).isGranted,
      true,
    );
    const usage = { ...usageOf(scene, 1, 'agentId', 'agent'), enforceLimit: true };
    const refused = await service.rest<Measurement[]>('POST', '/usage', { usages: [usage] });
    const { message = '' } = refused.body as { message?: string };
    stage.say(`Refused: ${message}`);
    const isNamed = message.includes('entity department');
    stage.check(promises.held, [refused.code, isNamed], ['EntitlementLimitExceededError', true]);
  },
};

async function asked(scene: Scene, house: string): Promise<GovernedAnswer> {
  const { called } = scene;
  const query = new URLSearchParams({ featureId: called('api-calls'), requestedUsage: '1' });
  query.set(`dimensions[${called('agentId')}]`, 'agent');
  const shown = ['isGranted', 'accessDeniedReason', 'chains'];
  return (
    await scene.perform<GovernedAnswer>('GET', `${house}/entitlements/check?${query}`, undefined, shown)
  ).data();
}

const usageOf = ({ called }: Scene, value: number, key: string, entity: string) => ({
  ...{ customerId: called(customer), featureId: called('api-calls'), value },
  dimensions: { [called(key)]: entity },
});

const use = (scene: Scene, value: number, key: string, entity: string): Promise<unknown> =>
  scene.perform('POST', '/usage', { usages: [usageOf(scene, value, key, entity)] }, ['value']);
