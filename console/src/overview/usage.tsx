import { api, type Wire } from '~/api/client';
import { FieldOf } from '~/forms/field-of';
import { Asked } from '~/parts/asked';
import { Filters } from '~/parts/filters';
import { held } from '~/parts/list';
import { Empty, Section } from '~/parts/page';
import { useFilter } from '~/parts/paging';
import { Plotted } from '~/parts/plotted';
import { SpanChoice, useSpan } from '~/parts/span';
import { Day } from '~/parts/time';

type Told = Wire['UsageFigures'];

/** What all customers used of a feature, day by day. */
export function Usage() {
  const [featureId, choose] = useFilter('feature');
  return (
    <Section title="Usage" actions={<SpanChoice />}>
      <Filters>
        <FieldOf of="feature" label="Feature" value={featureId} onChoose={choose} />
      </Filters>
      {featureId ? <OfFeature featureId={featureId} /> : <Empty>Choose a metered feature.</Empty>}
    </Section>
  );
}

function OfFeature({ featureId }: { featureId: string }) {
  const { days } = useSpan();
  const params = { query: { featureId, days } };
  const figures = api.useQuery('get', '/api/v1/figures/usage', { params }, held);
  return <Asked of={figures}>{({ data }) => <Plot of={data} />}</Asked>;
}

function Plot({ of: { featureId, startDate, since, days } }: { of: Told }) {
  const points = days.flatMap(({ day, usage }) => (usage === null ? [] : [{ at: day, value: usage }]));
  const isCut = since !== null && since > startDate;
  return (
    <>
      {isCut && (
        <p className="soft">
          Known from <Day of={since} /> on: what was used before was not kept by day.
        </p>
      )}
      {points.length > 0 && (
        <Plotted name={`Usage of ${featureId} by all customers`} series={[{ name: featureId, points }]} />
      )}
    </>
  );
}
