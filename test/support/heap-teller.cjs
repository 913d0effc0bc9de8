// Preloaded into a process of the service (NODE_OPTIONS=--require …): at SIGUSR2 it clears away all that nobody holds any more
// and writes what is left, in bytes, and how much is open, as one line.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.stdout.write(`memory after gc ${JSON.stringify({ heapUsed, external, rss, handles })}\n`);
});
