import { catalogue, type ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { GraphqlAnswer, RestAnswer } from './client';

declare global {
  namespace jest {
    interface Matchers<R> {
      /**
       * The answer of either door, or a thrown DomainError, is this refusal: its status, its code, nothing beside.
       * @param message what the message must say
       */
      toRefuse(code: ErrorCode, message?: RegExp): R;
      /** A REST answer outside the published codes: flat body with `code: null`. */
      toFailPlainly(status: number, message?: RegExp): R;
    }
  }
}

interface Told {
  status?: number;
  code?: unknown;
  message?: unknown;
  keys: string[];
  text: string;
}

function toldBy(received: unknown): Told {
  if (received instanceof DomainError) {
    return { code: received.code, message: received.message, keys: [], text: String(received) };
  }
  const answer = received as RestAnswer | GraphqlAnswer;
  if (answer?.door === 'GRAPHQL') {
    const [error] = answer.errors;
    const text = answer.text;
    return { status: answer.status, code: error?.extensions.code, message: error?.message, keys: [], text };
  }
  if (answer?.door !== 'REST') return { keys: [], text: JSON.stringify(received) };
  const { code, message } = (answer.body ?? {}) as { code?: unknown; message?: unknown };
  return {
    status: answer.status,
    code,
    message,
    keys: Object.keys(answer.body ?? {}),
    text: answer.text,
  };
}

const isGraphql = (received: unknown): boolean => (received as GraphqlAnswer)?.door === 'GRAPHQL';

// GraphQL says in its body what REST says by its status; only a caller without credential gets a status of its own.
const statusOf = (code: ErrorCode, received: unknown): number | undefined => {
  if (received instanceof DomainError) return undefined;
  if (!isGraphql(received)) return catalogue[code].status;
  return undefined;
};

function compare(received: unknown, told: Told, code: ErrorCode, message?: RegExp): string[] {
  const wrong: string[] = [];
  const status = statusOf(code, received);
  if (told.code !== code) wrong.push(`code ${String(told.code)} instead of ${code}`);
  if (status !== undefined && told.status !== status)
    wrong.push(`status ${told.status} instead of ${status}`);
  if (code === 'Unauthenticated' && isGraphql(received) && told.status !== 401) {
    wrong.push(`HTTP status ${told.status} instead of 401`);
  }
  const expected =
    code === 'BillingContractOperationRejected' ? /^(message|code|reason)$/ : /^(message|code)$/;
  for (const key of told.keys) if (!expected.test(key)) wrong.push(`a field ${key} beside message and code`);
  if (typeof told.message !== 'string' || told.message === '') wrong.push('no message');
  else if (message && !message.test(told.message)) wrong.push(`message "${told.message}", not ${message}`);
  return wrong;
}

expect.extend({
  toRefuse(received: unknown, code: ErrorCode, message?: RegExp) {
    const told = toldBy(received);
    const wrong = compare(received, told, code, message);
    return {
      pass: wrong.length === 0,
      message: () =>
        wrong.length === 0
          ? `expected no refusal ${code}, got ${told.text}`
          : `expected the refusal ${code}, got ${wrong.join(', ')}\n${told.status ?? ''} ${told.text.slice(0, 2000)}`,
    };
  },
  toFailPlainly(received: unknown, status: number, message?: RegExp) {
    const told = toldBy(received);
    const isPlain = told.status === status && told.code === null && typeof told.message === 'string';
    const pass = isPlain && (!message || message.test(String(told.message)));
    return {
      pass,
      message: () =>
        `expected${pass ? ' not' : ''} ${status} with code null${message ? ` and ${message}` : ''}, ` +
        `got ${told.status} ${told.text.slice(0, 2000)}`,
    };
  },
});
