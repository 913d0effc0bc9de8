/** Injection token of the process's pino logger. */
export const APP_LOGGER = Symbol('APP_LOGGER');
