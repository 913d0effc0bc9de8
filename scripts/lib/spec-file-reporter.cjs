const { readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '../..');
const shares = join(root, 'test/shares');
const durations = join(shares, 'durations.json');

/**
 * Entries of test/shares run many spec files; this tells each of them as it is over. With TEST_RECORD=true it notes how many
 * seconds each file took, by which the shares are balanced (test/support/shares.ts) and all others are put in order (longest-first.cjs).
 */
class SpecFileReporter {
  /** By entry: the file that is running. */
  running = new Map();
  seconds = {};

  onTestFileStart({ path }) {
    if (path.startsWith(shares)) this.running.set(path, this.begin(undefined));
  }

  onTestCaseResult({ path }, { ancestorTitles: [file], status }) {
    const current = this.running.get(path);
    if (!current) return;
    const next = current.file === undefined || current.file === file ? current : this.begin(file, current);
    if (next !== current) {
      this.end(current);
      this.running.set(path, next);
    }
    next.file = file;
    next.endedAt = performance.now();
    next.tests += 1;
    if (status === 'failed') next.failed += 1;
  }

  onTestFileResult({ path }, { perfStats }) {
    if (!path.startsWith(shares)) this.seconds[relative(root, path)] = inHundredths(perfStats.runtime / 1000);
    const last = this.running.get(path);
    if (last?.file) this.end(last);
    this.running.delete(path);
  }

  onRunComplete() {
    if (process.env.TEST_RECORD !== 'true' || Object.keys(this.seconds).length === 0) return;
    const known = { ...JSON.parse(readFileSync(durations, 'utf8')), ...this.seconds };
    const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(durations, `${JSON.stringify(sorted, null, 2)}\n`);
  }

  /** The time of a file begins where the one before has ended: its hooks belong to it. */
  begin(file, before) {
    const startedAt = before?.endedAt ?? performance.now();
    return { file, startedAt, endedAt: startedAt, tests: 0, failed: 0 };
  }

  end({ file, startedAt, endedAt, tests, failed }) {
    const seconds = (endedAt - startedAt) / 1000;
    this.seconds[file] = inHundredths(seconds);
    const sign = failed > 0 ? '✗' : '✓';
    const count = failed > 0 ? `${failed} of ${tests} failed` : `${tests} passed`;
    process.stderr.write(`  ${sign} ${file} (${count}, ${seconds.toFixed(1)} s)\n`);
  }
}

const inHundredths = (seconds) => Math.round(seconds * 100) / 100;

module.exports = SpecFileReporter;
