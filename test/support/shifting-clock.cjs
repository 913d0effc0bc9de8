// Preloaded into a process of the service (NODE_OPTIONS=--require …): SIGUSR2 sets its wall clock an hour ahead, the next one
// sets it right again; where CLOCK_AHEAD_FILE names a file, by as many milliseconds as are written there, at the start too.
// What is measured by performance.now() goes on evenly, as on a machine whose clock is set.
const { readFileSync } = require('node:fs');

const hourMs = 3_600_000;
const Machine = Date;
const file = process.env.CLOCK_AHEAD_FILE;
const written = () => Number(readFileSync(file, 'utf8'));
let aheadMs = file === undefined ? 0 : written();

const now = () => Machine.now() + aheadMs;

// A proxy, not a class of its own: dates that Node makes itself stay dates.
globalThis.Date = new Proxy(Machine, {
  construct: (target, given, by) => Reflect.construct(target, given.length === 0 ? [now()] : given, by),
  apply: () => new Machine(now()).toString(),
  get: (target, name, by) => (name === 'now' ? now : Reflect.get(target, name, by)),
});

process.on('SIGUSR2', () => {
  if (file === undefined) aheadMs = aheadMs === 0 ? hourMs : 0;
  else {
    aheadMs = written();
    process.stdout.write(`the clock is ahead by ${aheadMs} ms\n`);
  }
});
