import type { Json } from './catalog';
import type { Method } from './client';

/** Carries out every change of governance, on the customer `ada` who has the feature `calls`. @param make paths are below /api/v1-beta */
export async function changeGovernance(
  make: (method: Method, path: string, body: Json) => Promise<unknown>,
): Promise<void> {
  const types = ['team', 'agent'].map((id) => ({ id, displayName: id, attributionKeys: [`${id}Id`] }));
  await make('PUT', '/entity-types', { types });
  await make('PUT', '/entity-types', { types: [{ ...types[0], displayName: 'Team' }] });
  const entities = types.map(({ id }) => ({ id, entityTypeId: id }));
  await make('PUT', '/customers/ada/entities', { entities });
  await make('PUT', '/customers/ada/entities', { entities: [{ id: 'agent', displayName: 'Agent' }] });
  const budget = { featureId: 'calls', usageLimit: 10, cadence: 'P1M' };
  const assignments = [
    { ...budget, entityId: 'team' },
    { ...budget, entityId: 'agent', parentId: 'team' },
  ];
  await make('PUT', '/customers/ada/assignments', { assignments });
  await make('PUT', '/customers/ada/assignments', { assignments: [{ ...assignments[1], usageLimit: 5 }] });
  await make('POST', '/customers/ada/entities/archive', { ids: ['agent'] });
  await make('POST', '/customers/ada/entities/unarchive', { ids: ['agent'] });
}
