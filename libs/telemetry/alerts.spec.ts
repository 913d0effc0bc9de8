import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { everyMetricText } from '../../test/support/every-metric';

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
    const text = await everyMetricText();
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
