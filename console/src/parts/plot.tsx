import { useEffect, useRef, useState } from 'react';
// Before the library, which looks once.
import './language';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { tellNumber } from './amounts';
import { useMode } from './mode';
import { plain, Table } from './table';
import { tellTime, useZone } from './time';

export interface Series {
  name: string;
  points: readonly { at: string; value: number }[];
}

interface Instant {
  at: string;
  place: number;
}

const colours = ['--accent', '--good', '--warn', '--bad', '--ink-soft'];
const height = 220;

const [hour, day] = [3600, 86_400];
/** How instants below a plot are told, by the least that lies between two of them in seconds; the year and the day where they change. */
const instantsTold: uPlot.Axis.Values = [
  [365 * day, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * day, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [day, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [hour, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
];

/** Values over time, and the same as a table for who does not see the lines or wants to take them away. */
export default function Plot({ name, series }: { name: string; series: readonly Series[] }) {
  const zone = useZone();
  const instants = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort();
  const columns = series.map(({ points }) => {
    const values = new Map(points.map(({ at, value }) => [at, value]));
    return instants.map((at) => values.get(at) ?? null);
  });
  const [isTable, setTable] = useState(false);
  return (
    <figure className="card stack tight">
      <figcaption className="row apart">
        <strong>{name}</strong>
        <button type="button" className="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'As a plot' : 'As a table'}
        </button>
      </figcaption>
      {isTable ? (
        <Table
          name={name}
          rows={instants.map((at, place) => ({ at, place }))}
          keyOf={({ at }) => at}
          columns={[
            plain<Instant>('At', ({ at }) => tellTime(at, zone)),
            ...series.map((each, of) =>
              plain<Instant>(each.name, ({ place }) => tellNumber(columns[of]?.[place]), { isNumber: true }),
            ),
          ]}
        />
      ) : (
        <Lines {...{ name, series, instants, columns, isUtc: zone === 'UTC' }} />
      )}
    </figure>
  );
}

function Lines({
  name,
  series,
  instants,
  columns,
  isUtc,
}: {
  name: string;
  series: readonly Series[];
  instants: readonly string[];
  columns: (number | null)[][];
  isUtc: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const data = JSON.stringify([instants, columns]);
  const mode = useMode();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const colour = (variable: string) => getComputedStyle(element).getPropertyValue(variable);
    const axis = {
      stroke: colour('--ink-soft'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line') },
    };
    const options: uPlot.Options = {
      width: element.clientWidth,
      height,
      ...(isUtc ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') } : {}),
      axes: [
        { ...axis, values: instantsTold },
        { ...axis, size: 64 },
      ],
      series: [
        {},
        ...series.map(({ name: label }, at) => ({
          ...{ label, width: 2, spanGaps: true, points: { size: 6 } },
          stroke: colour(colours[at % colours.length] ?? '--accent'),
        })),
      ],
    };
    const times = instants.map((at) => Date.parse(at) / 1000);
    const plot = new uPlot(options, [times, ...columns] as uPlot.AlignedData, element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
    // The data is compared by what it is: each reading of the service makes it anew.
  }, [data, isUtc, mode]);
  return <div ref={place} role="img" aria-label={`${name}: a plot. The table tells the same.`} />;
}
