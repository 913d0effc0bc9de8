import type { ApiClient } from './client';

/** Of what a process tells at /metrics: the sum of a metric over its labels, or over those that `labels` says. */
export async function metricOf(api: ApiClient, name: string, labels = ''): Promise<number> {
  const { status, text } = await api.send('GET', '/metrics');
  if (status !== 200) throw new Error(`/metrics answered ${status} ${text}`);
  const own = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => line.includes(labels));
  if (own.length === 0) throw new Error(`/metrics tells nothing of ${name} ${labels}`);
  return own.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
