const deepestCause = 5;
const longestQuery = 1000;

/** What databases and systems add to an error and what holds no values of callers: parameters and details stay out. */
const plainFields = ['code', 'constraint', 'table', 'syscall', 'address', 'port', 'reason'] as const;

/** An error as the log tells it: type, message, stack, known fields, and its causes. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const source = error as Error & Record<string, unknown>;
  const described: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const field of plainFields) if (source[field] !== undefined) described[field] = source[field];
  if (typeof source.query === 'string') described.query = source.query.slice(0, longestQuery);
  if (depth >= deepestCause) return described;
  if (source.cause !== undefined) described.cause = describeError(source.cause, depth + 1);
  if (Array.isArray(source.errors)) {
    described.errors = source.errors.slice(0, deepestCause).map((inner) => describeError(inner, depth + 1));
  }
  return described;
}
