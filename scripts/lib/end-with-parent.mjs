const lookMs = 500;

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * npm runs a script below a shell, and hands signals on to that shell only. Where the shell does not give its place to the
 * script, as dash, cmd and others do, it dies of the signal and would leave the script running without a parent. `exec` in
 * package.json would mend it for POSIX shells alone; this holds for all of them, and when npm itself is killed.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    // Elsewhere than on POSIX the number stays that of the dead parent.
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(watch);
    // The service drains; what is installed or built before it simply ends. Not process.kill: Windows would not let it drain.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, lookMs).unref();
}
