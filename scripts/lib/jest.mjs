import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageProgram, readJson, run } from './project.mjs';

/** Megabytes for young objects, four times what Node gives: a tenth of the CPU of the database tests went into clearing them away. */
const youngMegabytes = 64;
/** What a worker comes to anyway: walking through all objects, again and again on the way there, was another tenth. */
const oldMegabytes = 900;

/**
 * Runs jest with its progress on the terminal and counts the test cases from its JSON report.
 * @param workers how many files run side by side
 */
export async function runJest(projects, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'jest-report-'));
  const report = join(folder, 'report.json');
  const flags = [`--maxWorkers=${workers}`, '--json', `--outputFile=${report}`];
  const [node, jest] = packageProgram('jest');
  const program = [
    node,
    `--max-semi-space-size=${youngMegabytes}`,
    `--initial-old-space-size=${oldMegabytes}`,
    jest,
  ];
  const { code } = await run([...program, ...flags, '--selectProjects', ...projects]);
  const counts = existsSync(report) ? countsOf(readJson(report)) : { passed: 0, failed: 0 };
  rmSync(folder, { recursive: true });
  // No report, no test, a leak: jest may fail without a failed test case.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A file that did not even load has no test cases to count: it is one failure. */
const countsOf = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
});
