const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const root = join(__dirname, '../..');
const shares = join(root, 'test/shares');

/** Entries of many files first, then the files by the seconds that were noted (spec-file-reporter.cjs): no long one is left for the end, when the other workers have none. */
class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = JSON.parse(readFileSync(join(shares, 'durations.json'), 'utf8'));
    const rank = ({ path }) => (path.startsWith(shares) ? Infinity : (seconds[relative(root, path)] ?? 0));
    const compare = (a, b) => (rank(a) === rank(b) ? a.path.localeCompare(b.path) : rank(b) - rank(a));
    return [...tests].sort(compare);
  }
}

module.exports = LongestFirst;
