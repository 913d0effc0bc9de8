/**
 * The longest turn of the event loop while a call runs, in milliseconds of CPU of this process: what a busy machine takes from
 * it does not count.
 */
export async function longestTurn<T>(call: () => Promise<T>): Promise<{ answer: T; turnMs: number }> {
  let longest = 0;
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
  };
  const watch = setInterval(look, 1);
  try {
    const answer = await call();
    look();
    return { answer, turnMs: longest };
  } finally {
    clearInterval(watch);
  }
}
