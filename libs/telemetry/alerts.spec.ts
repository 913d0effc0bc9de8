import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Metrics } from './metrics';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  annotations: { summary: string; action: string };
}

const file = join(__dirname, '../../docs/alerts.yml');
const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

describe('docs/alerts.yml', () => {
  it('asks for metrics that there are, by labels that they have', async () => {
    const metrics = new Metrics();
    metrics.setPoolGauges(() => ({ total: 1, idle: 1, waiting: 0 }));
    metrics.setChangeAgeGauge(() => 0);
    metrics.setGroupWaitingGauge(() => 0);
    metrics.setStreamAgeGauge(() => 0);
    metrics.setHeldGauges(() => ({ customers: 0, bytes: 0 }));
    metrics.answered('entitlements', 'tables');
    for (const way of ['locked', 'apart'] as const) metrics.groupCommitted(way, 1);
    metrics.databaseFault('08006');
    metrics.setEventsInFlightGauges(() => ({ events: 0, bytes: 0 }));
    metrics.setEventGroupsWaitingGauge(() => 0);
    metrics.setEventDaysGauges(() => Promise.resolve({ daysLeft: 7, strayRows: 0 }));
    metrics.webhooks.attempted('failed');
    metrics.webhooks.setGauge(() => Promise.resolve(0));
    metrics.ledgers.setGauges(() => Promise.resolve({ broken: 0, lateSeconds: 0 }));
    metrics.activityLogs.setGauges(() => Promise.resolve({ broken: 0, lateSeconds: 0 }));
    for (const outcome of ['refused', 'unattributed', 'late'] as const) metrics.eventsTold(outcome, 1);
    const text = await metrics.render();
    for (const { expr } of rules) {
      const asked = [...expr.matchAll(/([a-z_0-9]{8,})(\{[^}]*\})?(?:\[5m\])?/g)].filter(([name]) =>
        name.includes('_'),
      );
      expect(asked.length).toBeGreaterThan(0);
      for (const [, name = '', labels = ''] of asked) expect(text).toContain(`\n${name}${labels}`);
    }
  });

  it('tells of each what it means and what to do', () => {
    for (const { annotations, for: time } of rules) {
      expect([annotations.summary, annotations.action, time]).toEqual([
        expect.stringMatching(/\.$/),
        expect.stringMatching(/\.$/),
        expect.stringMatching(/^\d+m$/),
      ]);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});
