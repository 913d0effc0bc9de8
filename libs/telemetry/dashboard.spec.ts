import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  everyMetricText,
  gaugesWithoutReader,
  metricsIn,
  type ToldMetric,
} from '../../test/support/every-metric';

const place = z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() });
const panelShape = z.object({
  id: z.number(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: place,
  datasource: z.object({ uid: z.string() }).optional(),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
});
const dashboardShape = z.object({
  uid: z.string(),
  panels: z.array(panelShape),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
});

const file = join(__dirname, '../../deploy/grafana/entitlements-service.json');
const { panels, templating } = dashboardShape.parse(JSON.parse(readFileSync(file, 'utf8')));
const graphs = panels.filter(({ type }) => type !== 'row');
const targets = graphs.flatMap((panel) => panel.targets);

/** Told by who scrapes, of every series. */
const ofScraper = ['instance', 'job'];

/** What a query asks for: each metric with the labels that are asked of it, and those by which sums are made. */
function askedIn(expr: string) {
  const groupedBy = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
  const bare = expr.replace(/\bby \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  const metrics = [...bare.matchAll(/\b([a-z]\w*)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label),
  }));
  const rest = bare.replace(/\b[a-z]\w*\{[^}]*\}/g, '').replace(/\b[a-z_]+(?= *\()/g, '');
  return { metrics, groupedBy, rest };
}

describe('deploy/grafana/entitlements-service.json', () => {
  let known: Map<string, ToldMetric>;
  const metricOf = (series: string): ToldMetric | undefined =>
    known.get(series) ?? known.get(series.replace(/_(bucket|sum|count)$/, ''));
  beforeAll(async () => {
    known = metricsIn(await everyMetricText());
  });

  it('asks for metrics that there are, by labels that they have', () => {
    for (const { expr } of targets) {
      const { metrics, groupedBy, rest } = askedIn(expr);
      expect([expr, metrics.length > 0, rest.match(/[a-z_]{2,}/g)]).toEqual([expr, true, null]);
      for (const { name, labels } of metrics) {
        const metric = metricOf(name);
        const has = [...(metric?.labels ?? []), ...ofScraper];
        const lacks = [...labels, ...groupedBy].filter((label) => !has.includes(label));
        expect([expr, name, metric !== undefined, lacks]).toEqual([expr, name, true, []]);
      }
    }
  });

  it('asks of what is counted how much it grows, and of nothing else', () => {
    const growing = /\b(?:rate|increase)\(([a-z]\w*)\{/g;
    for (const { expr } of targets) {
      const grow = new Set([...expr.matchAll(growing)].map(([, name = '']) => name));
      for (const { name } of askedIn(expr).metrics)
        expect([name, metricOf(name)?.kind === 'gauge']).toEqual([name, !grow.has(name)]);
    }
  });

  it('shows every figure that the service tells besides those of Node.js', () => {
    expect(gaugesWithoutReader()).toEqual([]);
    const shown = new Set(targets.flatMap(({ expr }) => askedIn(expr).metrics.map(({ name }) => name)));
    const ofService = [...known.keys()].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ofService.length).toBeGreaterThan(40);
    const series = (name: string) => [name, `${name}_bucket`];
    expect(ofService.filter((name) => !series(name).some((one) => shown.has(one)))).toEqual([]);
  });

  it('tells in legends only labels that the query keeps', () => {
    for (const { expr, legendFormat } of targets) {
      const told = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      expect([expr, told.filter((label) => !askedIn(expr).groupedBy.includes(label))]).toEqual([expr, []]);
    }
  });

  it('has panels that are explained, each with a place of its own, on the chosen source', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, description, datasource } of graphs) {
      expect([title, description]).toEqual([title, expect.stringMatching(/\.$/)]);
      expect(datasource).toEqual({ uid: '${datasource}' });
    }
    const meet = ({ gridPos: a }: (typeof panels)[number], { gridPos: b }: (typeof panels)[number]) =>
      a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    const overlaps = panels.filter((panel, index) =>
      panels.slice(index + 1).some((other) => meet(panel, other)),
    );
    expect(overlaps).toEqual([]);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance']);
    const [, processes] = templating.list;
    expect(metricOf(/\((\w+),/.exec(processes?.query ?? '')?.[1] ?? '')).toBeDefined();
  });
});
