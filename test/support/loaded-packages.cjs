// Preloaded into a process of the service (NODE_OPTIONS=--require …): SIGUSR2 tells each file of OpenTelemetry that it has loaded.
process.on('SIGUSR2', () => {
  const loaded = Object.keys(require.cache).filter((file) => file.includes('@opentelemetry'));
  process.stdout.write(`loaded of OpenTelemetry: ${JSON.stringify(loaded)}\n`);
});
