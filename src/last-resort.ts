import type { Logger } from 'pino';

/**
 * What nothing has caught leaves the process in a state that nobody knows: it is told in one line of the log, and the process
 * ends as it would by a signal, but with 1. Rejections that nothing handles come here too.
 */
export function installLastResort(logger: Logger, end: () => void): void {
  let isEnding = false;
  process.on('uncaughtException', (error, origin) => {
    const message = isEnding
      ? 'a further fault, while the process ends'
      : 'a fault that nothing has caught: the process ends';
    logger[isEnding ? 'error' : 'fatal']({ err: error, origin }, message);
    if (isEnding) return;
    isEnding = true;
    end();
  });
}
