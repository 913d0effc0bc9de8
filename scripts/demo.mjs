// `npm run demo`: tells the main job on a service of its own, or on the one that DEMO_URL and DEMO_KEY name.
import { requireNode } from './lib/node-version.mjs';

requireNode();
const { installIfStale } = await import('./lib/install.mjs');
const { buildIfStale } = await import('./lib/build.mjs');
const { startOwnService } = await import('./lib/own-service.mjs');

const { DEMO_URL: url, DEMO_KEY: key, DEMO_CLOCK: clock } = process.env;
if (Boolean(url) !== Boolean(key)) {
  console.error('DEMO_URL and DEMO_KEY (a server key of that service) go together; set both or none.');
  process.exit(1);
}
if (clock && clock !== 'move') {
  console.error(
    'DEMO_CLOCK=move lets the demo move the clock of the environment of DEMO_KEY; leave it out else.',
  );
  process.exit(1);
}
await installIfStale();
await buildIfStale();

const audience = { write: (text) => process.stdout.write(text), isTerminal: process.stdout.isTTY === true };
const { tellStory } = await import('../dist/demo/story.js');

if (!url) console.log('Starting a service of its own on an empty database …');
const service = url
  ? { url: url.replace(/\/+$/, ''), key, stop: async () => undefined }
  : await startOwnService();
// The clock of a service of its own goes with it; somebody else's is moved on for good, for all that lives there.
const telling = { mayMoveClock: !url || clock === 'move' };
const { failed } = await tellStory(service.url, service.key, audience, telling).finally(() => service.stop());
process.exitCode = failed === 0 ? 0 : 1;
