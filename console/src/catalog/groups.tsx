import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { stateColumn, timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { PageHead, Screen, Section } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type FeatureGroup = Wire['FeatureGroup'];
type PackageGroup = Wire['PackageGroup'];

/** What can be done with a group of either kind. */
const actions = (Name: 'FeatureGroup' | 'PackageGroup', row: FeatureGroup | PackageGroup) => {
  const path = { id: row.id };
  const isArchived = row.status === 'ARCHIVED';
  return (
    <span className="row">
      <Action
        {...{ operation: `update${Name}`, path, kind: 'small', label: 'Change', title: `Change ${row.id}` }}
        given={row}
      />
      <Action
        {...{ operation: `${isArchived ? 'unarchive' : 'archive'}${Name}`, path, kind: 'small' }}
        {...{
          label: isArchived ? 'Take back' : 'Archive',
          title: `${isArchived ? 'Take back' : 'Archive'} ${row.id}`,
          isDanger: !isArchived,
        }}
      />
      <Action
        {...{
          operation: `delete${Name}`,
          path,
          kind: 'small',
          label: 'Delete',
          title: `Delete ${row.id}`,
          isDanger: true,
        }}
      />
    </span>
  );
};

const featureColumns: Column<FeatureGroup>[] = [
  plain('Id', ({ id }) => id),
  plain('Name', ({ displayName }) => displayName),
  plain('Features', ({ featureIds }) => featureIds.join(', ')),
  stateColumn(({ status }) => status),
  timeColumn('Made', ({ createdAt }) => createdAt),
  { head: 'Do', cell: (row) => actions('FeatureGroup', row) },
];

const packageColumns: Column<PackageGroup>[] = [
  plain('Id', ({ id }) => id),
  plain('Name', ({ displayName }) => displayName),
  plain('Product', ({ productId }) => productId),
  plain('Addons', ({ addonIds }) => addonIds.join(', ')),
  stateColumn(({ status }) => status),
  { head: 'Do', cell: (row) => actions('PackageGroup', row) },
];

export function Groups() {
  const ofFeatures = api.useQuery(
    'get',
    '/api/v1/feature-groups',
    { params: { query: usePage('feature-') } },
    held,
  );
  const ofAddons = api.useQuery(
    'get',
    '/api/v1/package-groups',
    { params: { query: usePage('addon-') } },
    held,
  );
  return (
    <Screen>
      <PageHead
        title="Groups"
        about="Features that are granted together, addons of which so many may be chosen."
      />
      <Section
        title="Groups of features"
        actions={
          <Action
            {...{ operation: 'createFeatureGroup', label: 'New group of features', submit: 'Make it' }}
          />
        }
      >
        <List
          of={ofFeatures}
          name="Groups of features"
          prefix="feature-"
          columns={featureColumns}
          keyOf={({ id }) => id}
          empty="No group of features yet."
        />
      </Section>
      <Section
        title="Groups of addons"
        actions={
          <Action {...{ operation: 'createPackageGroup', label: 'New group of addons', submit: 'Make it' }} />
        }
      >
        <List
          of={ofAddons}
          name="Groups of addons"
          prefix="addon-"
          columns={packageColumns}
          keyOf={({ id }) => id}
          empty="No group of addons yet."
        />
      </Section>
    </Screen>
  );
}
