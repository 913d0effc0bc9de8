/**
 * @typedef {{ title: string, run: () => Promise<Outcome>, isLive?: boolean }} Step a live one writes to the terminal itself
 * @typedef {{ output?: string, passed: number, failed: number, skipped?: number }} Outcome counted in tests
 */

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8);

/** A command line as a step counts as one test. */
export const asOneTest = ({ code, output }) => ({
  output,
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
});

/**
 * Runs the steps to the end whatever fails, at most `width` at a time, and tells each one when it is over.
 * @param {Step[]} steps
 */
export async function runSteps(steps, width) {
  const outcomes = [];
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes;
}

async function runStep({ title, run, isLive = false }) {
  if (isLive) console.log(`\n… ${title}`);
  const start = performance.now();
  const outcome = await run();
  const sign = outcome.failed === 0 ? '✓' : '✗';
  console.log(`${isLive ? '\n' : ''}${sign} ${title.padEnd(34)}${seconds(performance.now() - start)}`);
  if (outcome.failed > 0 && outcome.output) console.log(`\n${outcome.output.trimEnd()}\n`);
  return { title, ...outcome };
}

/** The last line is `N passed, N failed` alone on its line. Spec: operations.md */
export function conclude(outcomes, startedAt) {
  const total = (count) => outcomes.reduce((sum, outcome) => sum + (outcome[count] ?? 0), 0);
  const failures = outcomes.filter(({ failed }) => failed > 0);
  console.log(`\nAll steps took ${seconds(performance.now() - startedAt).trim()}.`);
  for (const { title, failed } of failures) console.log(`✗ ${title}: ${failed} failed`);
  const skipped = total('skipped');
  console.log(
    `${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
  process.exitCode = failures.length > 0 ? 1 : 0;
}
