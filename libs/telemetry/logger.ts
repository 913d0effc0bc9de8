import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type * as pinoPretty from 'pino-pretty';
import type { Environment } from '#libs/config/env';
import { optionalPackage } from '#libs/config/optional-package';
import { describeError } from './log-error';
import { lineScrubber } from './log-scrub';

const largestBacklogBytes = 16 * 1024 * 1024;

/**
 * Standard output that never makes the service wait: when its reader stops, lines past the backlog are dropped and
 * counted. Source: security.md L-10
 */
export const stdoutDestination = (onDrop?: () => void): DestinationStream => {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: largestBacklogBytes });
  if (onDrop) stream.on('drop', onDrop);
  return stream;
};
const controls = /[\u0000-\u001f\u007f-\u009f]/g;
const visible = (text: unknown): string =>
  String(text ?? '').replace(controls, (char) => JSON.stringify(char).slice(1, -1));

/** Undefined where the package for it is not installed. */
const prettyDestination = (destination: DestinationStream | undefined): DestinationStream | undefined => {
  const pretty = optionalPackage<typeof pinoPretty>('pino-pretty');
  if (!pretty) return undefined;
  const { isColorSupported, prettyFactory } = pretty;
  const format = prettyFactory({
    colorize: destination === undefined && isColorSupported,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    messageFormat: (log, messageKey) => visible(log[messageKey]),
  });
  const output = destination ?? pino.destination({ dest: 1, sync: true });
  return { write: (line) => output.write(format(line) ?? '') };
};

/**
 * The process's logger: JSON lines, or coloured text for a terminal; secrets are taken out of every line. Where the package for
 * coloured text is missing, JSON and a line that says so.
 * @param destination standard output when left out
 * @param bindings members added to every line, read at the call: the request id
 */
export function createLogger(
  env: Pick<Environment, 'logLevel' | 'logFormat' | 'apiKeyPeppers' | 'sealingKeys'>,
  destination?: DestinationStream,
  bindings?: () => object,
): Logger {
  const isPretty = env.logFormat === 'pretty';
  const pretty = isPretty ? prettyDestination(destination) : undefined;
  const { apiKeyPeppers = [], sealingKeys = [] } = env;
  const scrub = lineScrubber([...apiKeyPeppers, ...sealingKeys]);
  const logger = pino(
    {
      level: env.logLevel,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
      hooks: { streamWrite: scrub },
      // A copy, because pino merges the line into it.
      mixin: bindings && (() => ({ ...bindings() })),
    },
    pretty ?? destination ?? stdoutDestination(),
  );
  if (isPretty && !pretty) {
    logger.warn('LOG_FORMAT=pretty needs the package pino-pretty, which is not installed: the log is JSON');
  }
  return logger;
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

const isStack = (text: string): boolean => /\n\s+at .+:\d+:\d+/.test(text);

/** Nest's own messages through pino. Nest appends the context, and to errors the stack, as plain texts. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: Level, message: unknown, rest: unknown[]): void {
    const told = [message, ...rest].filter((part) => part !== undefined);
    const err = told.find((part) => part instanceof Error);
    const stack = told.find((part) => typeof part === 'string' && isStack(part));
    const context = rest.findLast((part) => typeof part === 'string' && part !== stack);
    const text = typeof message === 'string' ? message : err?.message;
    const details = told.filter((part) => ![text, err, stack, context].includes(part));
    this.logger[level](
      {
        ...(context === undefined ? {} : { context }),
        ...(err ? { err } : stack === undefined ? {} : { err: { stack } }),
        ...(details.length > 0 ? { details } : {}),
      },
      text ?? 'no message',
    );
  }
}
