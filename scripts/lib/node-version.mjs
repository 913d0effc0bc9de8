// Imports nothing, so that even an old Node gets as far as the message.

/** The Nest packages are ES modules, and these are the lines of Node that can require() one. */
const firstOfLine = { 20: 19, 22: 12 };

/** Ends the process with a message unless this Node can run the service. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || minor >= firstOfLine[major]) return;
  console.error(
    `This service needs Node 20.19 or later, 22.12 or later, or any newer line; this is Node ${process.versions.node}.\n` +
      'Install a newer Node (https://nodejs.org) and run the command again.',
  );
  process.exit(1);
}
