import type { ErrorCode } from '#libs/kernel/errors/catalogue';

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

export const keyRefusalOf = (type: object, key: string): KeyRefusal | undefined =>
  refused.get(type)?.get(key);
