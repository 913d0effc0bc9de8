import { api } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Section } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';
import { type Kind, type Package } from './package-reads';

interface GroupOfPackage {
  id: string;
  what: string;
  holds: string;
  /** The operation that takes it out of the draft. */
  remove: string;
}

/** The groups that a package takes whole: of features, and, for a plan, of addons. */
export function PackageGroups({ kind, of, isDraft }: { kind: Kind; of: Package; isDraft: boolean }) {
  const groups = useGroups(kind, of);
  const ownerId = `${kind}Id`;
  const columns: Column<GroupOfPackage>[] = [
    plain('Group', ({ id }) => id),
    plain('Of', ({ what }) => what),
    plain('Holds', ({ holds }) => holds),
    ...(isDraft
      ? [
          {
            head: 'Do',
            cell: ({ id, remove }: GroupOfPackage) => (
              <Action
                {...{ operation: remove, path: { [ownerId]: of.id, id }, kind: 'small', isDanger: true }}
                {...{ label: 'Take out', title: `Take ${id} out` }}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Section title="Groups">
      <Table
        name="Groups"
        rows={groups}
        columns={columns}
        keyOf={({ what, id }) => `${what} ${id}`}
        empty="It takes no group whole."
      />
      {isDraft && <Others kind={kind} of={of} taken={groups} />}
    </Section>
  );
}

function useGroups(kind: Kind, of: Package): GroupOfPackage[] {
  const query = { version: of.versionNumber };
  const asks = (each: Kind) => ({ enabled: each === kind });
  const ofPlan = { params: { path: { planId: of.id }, query } };
  const ofAddon = { params: { path: { addonId: of.id }, query } };
  const plan = api.useQuery('get', '/api/v1/plans/{planId}/feature-groups', ofPlan, asks('plan'));
  const addon = api.useQuery('get', '/api/v1/addons/{addonId}/feature-groups', ofAddon, asks('addon'));
  const addons = api.useQuery('get', '/api/v1/plans/{planId}/package-groups', ofPlan, asks('plan'));
  const remove = kind === 'plan' ? 'removePlanFeatureGroup' : 'removeAddonFeatureGroup';
  return [
    ...((kind === 'plan' ? plan : addon).data?.data ?? []).map(({ id, featureIds }) => ({
      ...{ id, what: 'Features', holds: featureIds.join(', '), remove },
    })),
    ...(addons.data?.data ?? []).map(({ id, addonIds }) => ({
      ...{ id, what: 'Addons', holds: addonIds.join(', '), remove: 'removePlanPackageGroup' },
    })),
  ];
}

/** Those that could be taken, each with what taking it asks for. */
function Others({ kind, of, taken }: { kind: Kind; of: Package; taken: readonly GroupOfPackage[] }) {
  const path = { [`${kind}Id`]: of.id };
  const features = api.useQuery('get', '/api/v1/feature-groups', { params: { query: { limit: 100 } } });
  const addons = api.useQuery(
    'get',
    '/api/v1/package-groups',
    { params: { query: { limit: 100, productId: of.productId } } },
    { enabled: kind === 'plan' },
  );
  const isTaken = (what: string, id: string) => taken.some((each) => each.what === what && each.id === id);
  const operation = kind === 'plan' ? 'setPlanFeatureGroup' : 'setAddonFeatureGroup';
  return (
    <Asked of={features}>
      {({ data }) => (
        <div className="row">
          {data
            .filter(({ id }) => !isTaken('Features', id))
            .map(({ id, displayName }) => (
              <Action
                key={id}
                {...{ operation, path: { ...path, id }, kind: 'small', hints: { id: 'feature' } }}
                {...{ label: `+ ${displayName}`, title: `Take ${displayName} whole`, submit: 'Take it' }}
              />
            ))}
          {(addons.data?.data ?? [])
            .filter(({ id }) => !isTaken('Addons', id))
            .map(({ id, displayName }) => (
              <Action
                key={id}
                {...{ operation: 'setPlanPackageGroup', path: { ...path, id }, kind: 'small' }}
                {...{
                  label: `+ ${displayName ?? id}`,
                  title: `Offer ${displayName ?? id}`,
                  submit: 'Offer it',
                }}
              />
            ))}
        </div>
      )}
    </Asked>
  );
}
