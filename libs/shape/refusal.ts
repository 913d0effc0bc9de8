import type { ValidationError } from 'class-validator';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';

interface Fault {
  path: string;
  message: string;
  code: ErrorCode;
}

const join = (path: string, name: string): string => {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  return path ? `${path}.${name}` : name;
};

function* faultsOf(errors: readonly ValidationError[], path = ''): Generator<Fault> {
  for (const error of errors) {
    const at = join(path, error.property);
    const { shape } = error.constraints ?? {};
    const context = error.contexts?.['shape'] as { code?: ErrorCode } | undefined;
    if (shape !== undefined) yield { path: at, message: shape, code: context?.code ?? 'BadUserInput' };
    yield* faultsOf(error.children ?? [], at);
  }
}

/** The first fault, told with its path. */
export function refusalOf(errors: readonly ValidationError[]): DomainError {
  const first = faultsOf(errors).next().value as Fault | undefined;
  if (!first) return new DomainError('BadUserInput');
  const text = first.message.startsWith('[')
    ? `${first.path}${first.message}`
    : `${first.path} ${first.message}`;
  return new DomainError(first.code, text);
}
