import type { FastifyBodyParser } from 'fastify';
import { badInput } from '#libs/kernel/errors/domain-error';

type JsonParser = FastifyBodyParser<string>;

/** The parser says of a key that JavaScript takes for a prototype, too, that the text is no JSON; this says what is the matter. */
export const tellingRefusedKeys =
  (parse: JsonParser): JsonParser =>
  (request, text, done) =>
    parse(request, text, (error, value) => {
      if (!error || !isJson(text)) return done(error, value);
      const what = '__proto__ is not a known field, nor is a constructor that holds a prototype';
      done(badInput(`${what}; leave them out`));
    });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
