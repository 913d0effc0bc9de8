import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a service before its own code, to be asked for its memory. What it no longer needs is collected first: when Node
// would have done so says nothing.
process.on('message', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  process.send?.(process.memoryUsage());
});
// A channel that somebody listens to would keep the process from ending.
process.channel?.unref();
