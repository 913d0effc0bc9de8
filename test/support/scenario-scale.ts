/** Share of the full size of scenarios: 1 in `npm run scenarios`; 0, the least that proves the point, in `npm test`. */
const scale = Number(process.env.SCENARIO_SCALE ?? 0);
if (!(scale >= 0))
  throw new Error('SCENARIO_SCALE must be a number, 0 for the least and 1 for the full size');

export const isFullSize = scale >= 1;

/**
 * How many of something a scenario takes. Only counts are scaled: processes, kills, clients and assertions stay.
 * @param least as few as still turn the scenario red when the rule that it holds is broken
 */
export const scaled = (full: number, least: number): number => Math.max(least, Math.round(full * scale));
