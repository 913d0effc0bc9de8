import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

interface KeyRefusal {
  code: ErrorCode;
  /** What to do instead. */
  message: string;
}

const refused = new WeakMap<object, Map<string, KeyRefusal>>();

/** A key that the shape does not know either, but which has a code of its own: callers who send it mean something. */
export const RefusesKey =
  (key: string, refusal: KeyRefusal): ClassDecorator =>
  (target) => {
    refused.set(target, new Map([...(refused.get(target) ?? []), [key, refusal]]));
  };

/** @param path of the unknown key in the request */
export function unknownKeyRefusal(type: object, path: string): DomainError {
  const own = refused.get(type)?.get(path);
  return own
    ? new DomainError(own.code, `${path}: ${own.message}`)
    : badInput(`${path} is not a known field`);
}
