// Preloaded into a process of the service (NODE_OPTIONS=--require …): SIGUSR2 sets its wall clock an hour ahead, the next one
// sets it right again. What is measured by performance.now() goes on evenly, as on a machine whose clock is set.
const hourMs = 3_600_000;
const Machine = Date;
let aheadMs = 0;

const now = () => Machine.now() + aheadMs;

// A proxy, not a class of its own: dates that Node makes itself stay dates.
globalThis.Date = new Proxy(Machine, {
  construct: (target, given, by) => Reflect.construct(target, given.length === 0 ? [now()] : given, by),
  apply: () => new Machine(now()).toString(),
  get: (target, name, by) => (name === 'now' ? now : Reflect.get(target, name, by)),
});

process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? hourMs : 0;
});
