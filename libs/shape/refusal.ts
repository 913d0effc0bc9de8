import type { ValidationError } from 'class-validator';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';

interface Fault {
  path: string;
  message: string;
  code: ErrorCode;
  isUnknownKey: boolean;
}

const join = (path: string, name: string): string => {
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  return path ? `${path}.${name}` : name;
};

function* faultsOf(errors: readonly ValidationError[], path = ''): Generator<Fault> {
  for (const error of errors) {
    const at = join(path, error.property);
    const { shape, whitelistValidation } = error.constraints ?? {};
    const context = error.contexts?.['shape'] as { code?: ErrorCode } | undefined;
    if (shape !== undefined) {
      const code = context?.code ?? 'BadUserInput';
      yield { path: at, message: shape, code, isUnknownKey: false };
    } else if (whitelistValidation !== undefined) {
      yield { path: at, message: 'is not a known field', code: 'BadUserInput', isUnknownKey: true };
    }
    yield* faultsOf(error.children ?? [], at);
  }
}

/** The first fault, told with its path; an unknown key only when nothing known is wrong. */
export function refusalOf(errors: readonly ValidationError[]): DomainError {
  const faults = [...faultsOf(errors)];
  const first = faults.find((fault) => !fault.isUnknownKey) ?? faults[0];
  if (!first) return new DomainError('BadUserInput');
  const text = first.message.startsWith('[')
    ? `${first.path}${first.message}`
    : `${first.path} ${first.message}`;
  return new DomainError(first.code, text);
}
