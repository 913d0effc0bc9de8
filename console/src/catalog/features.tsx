import { useNavigate, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellName } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { idColumn, pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain } from '~/parts/table';
import { Time } from '~/parts/time';

type Feature = Wire['Feature'];
const states = ['NEW', 'ACTIVE', 'SUSPENDED'] as const;
const types = ['BOOLEAN', 'NUMBER', 'ENUM'] as const;

/** `None` is a setting, INCREMENTAL counts up until its reset, FLUCTUATING goes up and down. */
const kindOf = ({ featureType, meterType }: Feature): string =>
  meterType === 'None'
    ? tellName(featureType)
    : `${tellName(featureType)}, ${tellName(meterType).toLowerCase()}`;

const columns = [
  idColumn<Feature>(({ id }) => pathTo('features', id)),
  plain<Feature>('Name', ({ displayName }) => displayName),
  plain<Feature>('Kind', kindOf),
  plain<Feature>('Unit', ({ featureUnitsPlural, featureUnits }) => featureUnitsPlural ?? featureUnits),
  stateColumn<Feature>(({ featureStatus }) => featureStatus),
  timeColumn<Feature>('Made', ({ createdAt }) => createdAt),
];

export function Features() {
  const go = useNavigate();
  const status = useChoice('status', states);
  const featureType = useChoice('type', types);
  const query = {
    ...usePage(),
    ...(status && { status }),
    ...(featureType && { featureType }),
  };
  const features = api.useQuery('get', '/api/v1/features', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Features" about="What customers may do, and how much of it.">
        <Action
          {...{ operation: 'createFeature', kind: 'primary' }}
          {...{ label: 'New feature', submit: 'Make it' }}
          onDone={(made) => void go(pathTo('features', (made as Feature).id))}
        />
      </PageHead>
      <Filters>
        <ChoiceFilter name="type" label="Kind" of={types} />
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List
        of={features}
        name="Features"
        columns={columns}
        keyOf={({ id }) => id}
        empty="No feature yet. Make the first; then plans can grant it."
      />
    </Screen>
  );
}

export function Feature() {
  const { id = '' } = useParams();
  const feature = api.useQuery('get', '/api/v1/features/{id}', { params: { path: { id } } });
  return <Asked of={feature}>{({ data }) => <Told of={data} />}</Asked>;
}

function Told({ of }: { of: Feature }) {
  const path = { id: of.id };
  const isSuspended = of.featureStatus === 'SUSPENDED';
  return (
    <Screen>
      <PageHead title={of.displayName} about={<code>{of.id}</code>} badge={<Badge of={of.featureStatus} />}>
        <Action
          {...{ operation: 'updateFeature', path }}
          label="Change"
          title="Change the feature"
          given={of}
        />
        {isSuspended ? (
          <Action
            {...{ operation: 'unarchiveFeature', path }}
            label="Take back"
            title="Take back from the archive"
          />
        ) : (
          <Action {...{ operation: 'archiveFeature', path }} label="Archive" isDanger>
            <p>No new plan can grant it. Whoever has it keeps it.</p>
          </Action>
        )}
        <Action {...{ operation: 'deleteFeature', path }} label="Delete" isDanger>
          <p>Only a feature that nothing grants can be deleted.</p>
        </Action>
      </PageHead>
      <div className="grid">
        <div className="card">
          <Facts
            of={[
              ['Kind', kindOf(of)],
              ['Description', of.description],
              ['Unit', of.featureUnits],
              ['Units', of.featureUnitsPlural],
              ['Made', <Time of={of.createdAt} />],
              ['Changed', <Time of={of.updatedAt} />],
            ]}
          />
        </div>
        {of.meter && (
          <Section
            title="Meter"
            actions={
              <Action
                {...{ operation: 'rebuildMeter', path }}
                kind="small"
                label="Rebuild"
                title="Rebuild from events"
              />
            }
          >
            <pre>{JSON.stringify(of.meter, null, 2)}</pre>
          </Section>
        )}
        {of.enumConfiguration && of.enumConfiguration.length > 0 && (
          <Section title="Values">
            <ul className="card">
              {of.enumConfiguration.map(({ value, displayName }) => (
                <li key={value}>
                  <code>{value}</code> {displayName}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Screen>
  );
}
