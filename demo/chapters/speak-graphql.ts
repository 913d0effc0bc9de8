import type { CheckAnswer, Chapter, Measurement, Scene } from '../scene';

const promises = {
  same: 'GraphQL gives the answer of REST, field for field',
  shared: 'what a mutation reports, the next REST check knows',
  nested: 'one request tells all customers with their subscriptions',
  codes: 'a refusal carries the code that REST gives',
};

const fields = [
  'isGranted',
  'accessDeniedReason',
  'currentUsage',
  'usageLimit',
  'usagePeriodStart',
  'usagePeriodEnd',
];

interface Connection {
  edges: { node: { id: string; subscriptions: { planId: string; status: string }[] } }[];
}

/** The other door to the same use cases. */
export const speakGraphql: Chapter = {
  title: 'The same over GraphQL',
  about: 'The other door to the same use cases: the same names, numbers and codes.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, called } = scene;
    const question = `query($customerId: String!, $featureId: String!) {
      checkCustomerEntitlement(customerId: $customerId, featureId: $featureId) { ... on CustomerEntitlementFeature { ${fields.join(' ')} } } }`;
    const asked = { customerId: called('cedar'), featureId: called('api-calls') };
    const overGraphql = await ask<CheckAnswer>(scene, question, asked);
    const overRest = await scene.check('cedar', 'api-calls');
    stage.check(
      promises.same,
      overGraphql.data(),
      Object.fromEntries(fields.map((f) => [f, overRest[f as never]])),
    );

    const report = `mutation($input: ReportUsageInput!) { reportUsage(input: $input) { value currentUsage } }`;
    (await ask<Measurement[]>(scene, report, { input: { usages: [{ ...asked, value: 1200 }] } })).data();
    stage.check(promises.shared, (await scene.check('cedar', 'api-calls')).currentUsage, 1200);

    const known = new Set(scene.buyers.map(({ id }) => id));
    const everybody = await ask<Connection>(scene, customersDocument, {
      since: scene.startedAt.toISOString(),
    });
    const nodes = everybody.data().edges.flatMap(({ node }) => (known.has(node.id) ? [node] : []));
    const live = nodes.map(({ id, subscriptions }) => [id, subscriptions.filter(isActive).length]);
    stage.check(
      promises.nested,
      Object.fromEntries(live),
      Object.fromEntries(scene.buyers.map(({ id }) => [id, 1])),
    );

    const unknown = await ask(scene, 'query($id: String!) { customer(id: $id) { id } }', {
      id: called('nobody'),
    });
    stage.check(promises.codes, unknown.code, 'CustomerNotFound');
  },
};

const isActive = ({ status }: { status: string }): boolean => status === 'ACTIVE';

const customersDocument = `query($since: DateTime!) {
  customers(first: 100, createdAt: { gte: $since }) { edges { node { id subscriptions { planId status } } } } }`;

async function ask<T>({ service, stage }: Scene, document: string, variables: object) {
  const answer = await service.graphql<T>(document, variables);
  stage.exchange(document.replace(/\s+/g, ' '), undefined, answer.status, answer.body);
  return answer;
}
