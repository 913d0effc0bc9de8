import { useIdentity } from '~/api/access';
import { api } from '~/api/client';
import { FieldOf } from '~/forms/field-of';
import { Asked } from '~/parts/asked';
import { Filters, TextFilter } from '~/parts/filters';
import { Empty, Section } from '~/parts/page';
import { useFilter } from '~/parts/paging';
import { Plotted } from '~/parts/plotted';
import { SpanChoice, useSpan } from '~/parts/span';
import { useCustomer } from './customer';
import { Estimates } from './estimates';

const dayMs = 86_400_000;

/** What was used of a feature over time, also by what reports named. */
export function Usage() {
  const { id } = useCustomer();
  const [featureId, chooseFeature] = useFilter('feature');
  const [groupBy] = useFilter('by');
  return (
    <Section title="Usage over time" actions={<SpanChoice />}>
      <Filters>
        <FieldOf of="feature" label="Feature" value={featureId} onChoose={chooseFeature} />
        <TextFilter name="by" label="By dimension" />
        <Estimates customerId={id} featureId={featureId} />
      </Filters>
      {featureId ? (
        <History {...{ customerId: id, featureId, groupBy }} />
      ) : (
        <Empty>Choose a metered feature.</Empty>
      )}
    </Section>
  );
}

function History({
  customerId,
  featureId,
  groupBy,
}: {
  customerId: string;
  featureId: string;
  groupBy: string;
}) {
  const { days } = useSpan();
  const now = useClock().data?.data.now;
  // By whole days, so that the same question is asked again, and not a new one each second.
  const today = Math.floor(Date.parse(now ?? '1970-01-01') / dayMs);
  const startDate = new Date((today - days) * dayMs).toISOString();
  const query = { startDate, ...(groupBy ? { groupBy: [groupBy] } : {}) };
  const history = api.useQuery(
    'get',
    '/api/v1/usage/{customerId}/history/{featureId}',
    {
      params: { path: { customerId, featureId }, query },
    },
    { enabled: now !== undefined },
  );
  return (
    <Asked of={history}>
      {({ data }) =>
        data.series.every(({ points }) => points.length === 0) ? (
          <Empty>Nothing was used in this time.</Empty>
        ) : (
          <Plotted
            name={`Usage of ${featureId}`}
            series={data.series.map(({ tags, points }) => ({
              name: tags.map(({ value }) => value).join(', ') || featureId,
              points: points.map(({ timestamp, value }) => ({ at: timestamp, value })),
            }))}
          />
        )
      }
    </Asked>
  );
}

/** What the clock of the environment says, which may have been set. */
function useClock() {
  const { environment } = useIdentity();
  const params = { path: { id: environment.id } };
  return api.useQuery('get', '/api/v1/environments/{id}/clock', { params });
}
