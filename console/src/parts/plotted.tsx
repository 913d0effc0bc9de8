import { lazy, Suspense } from 'react';
import type { Series } from './plot';

const Plot = lazy(() => import('./plot'));

/** A plot, whose script is loaded where there is one. */
export const Plotted = (of: { name: string; series: readonly Series[] }) => (
  <Suspense fallback={<p className="soft waiting">Loading …</p>}>
    <Plot {...of} />
  </Suspense>
);
