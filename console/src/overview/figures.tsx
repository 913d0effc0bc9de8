import { api, type Wire } from '~/api/client';
import { tellMoney, tellNumber } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { held } from '~/parts/list';
import { Facts, Section } from '~/parts/page';
import { Plotted } from '~/parts/plotted';
import { SpanChoice, useSpan } from '~/parts/span';

type Told = Wire['Figures'];
type Revenue = NonNullable<Told['revenue']>[number];

/** How it went, day by day. */
export function Figures() {
  const { days } = useSpan();
  const figures = api.useQuery('get', '/api/v1/figures', { params: { query: { days } } }, held);
  return (
    <Section title="Figures" actions={<SpanChoice />}>
      <Asked of={figures}>{({ data }) => <Plots of={data} />}</Asked>
    </Section>
  );
}

function Plots({ of: { subscriptions, revenue } }: { of: Told }) {
  const days = subscriptions.map(({ day }) => day);
  const points = subscriptions.map(({ day, active }) => ({ at: day, value: active }));
  return (
    <>
      <div className="card">
        <Facts
          of={[
            ['Active subscriptions', tellNumber(subscriptions.at(-1)?.active)],
            ...(revenue ?? []).flatMap(({ currency, scheduled, collected }) => [
              [`Scheduled in ${currency.toUpperCase()}`, tellMoney(scheduled, currency)] as const,
              [`Collected in ${currency.toUpperCase()}`, tellMoney(collected, currency)] as const,
            ]),
          ]}
        />
      </div>
      <div className="grid">
        <Plotted name="Active subscriptions" series={[{ name: 'Active', points }]} />
        {revenue?.map((each) => (
          <Plotted
            key={each.currency}
            name={`Revenue in ${each.currency.toUpperCase()}, all since the first day`}
            series={[
              { name: 'Scheduled', points: risen(each, days, 'scheduled') },
              { name: 'Collected', points: risen(each, days, 'collected') },
            ]}
          />
        ))}
      </div>
    </>
  );
}

/** What has come together until each day: between two such lines lies what is still to be paid. */
function risen({ days: told }: Revenue, days: readonly string[], of: 'scheduled' | 'collected') {
  const amounts = new Map(told.map((each) => [each.day, each[of]]));
  let value = 0;
  return days.map((at) => ({ at, value: (value += amounts.get(at) ?? 0) }));
}
