import {
  buildSchema,
  type GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { getVariableValues } from 'graphql/execution/values';
import { unquoted } from './unquoted';

const schema = buildSchema(`
  input Keys { secret: String, count: Int, isOpen: Boolean, id: ID, rate: Float, more: [Keys!], name: String! = "x" }
  type Query { open(keys: Keys!): String }`);

const said = (errors: readonly GraphQLError[] = []): string[] =>
  errors.map(({ message, originalError }) => unquoted(message, originalError?.message));

const ofVariable = (keys: unknown): string[] => {
  const document = parse('query($keys: Keys!) { open(keys: $keys) }');
  const [{ variableDefinitions = [] }] = document.definitions as [OperationDefinitionNode];
  const { errors } = getVariableValues(schema, variableDefinitions, { keys });
  return said(errors);
};

const ofLiteral = (keys: string): string[] => {
  let document: DocumentNode;
  try {
    document = parse(`{ open(keys: ${keys}) }`);
  } catch (error) {
    return said([error as GraphQLError]);
  }
  return said(validate(schema, document));
};

describe('what GraphQL says of a request', () => {
  const start = 'Variable "$keys" got an invalid value';

  it.each<[unknown, string]>([
    [{ secret: 'hush', strange: 1 }, `${start}; Field "strange" is not defined by type "Keys".`],
    [
      { secret: { is: 'hush; at "keys.secret"' } },
      `${start} at "keys.secret"; String cannot represent a non string value`,
    ],
    [
      { more: [{ count: 'hush' }] },
      `${start} at "keys.more[0].count"; Int cannot represent non-integer value`,
    ],
    [{ isOpen: 'hush' }, `${start} at "keys.isOpen"; Boolean cannot represent a non boolean value`],
    [{ id: ['hush'] }, `${start} at "keys.id"; ID cannot represent value`],
    [{ rate: 'hush' }, `${start} at "keys.rate"; Float cannot represent non numeric value`],
    ['hush\nhush', `${start}; Expected type "Keys" to be an object.`],
    [
      { name: null, secret: 'hush' },
      `${start} at "keys.name"; Expected non-nullable type "String!" not to be null.`,
    ],
  ])('of a variable tells the place without the value: %j', (keys, sentence) => {
    expect(ofVariable(keys)).toEqual([sentence]);
  });

  it.each([
    ['"hush"', 'Expected value of type "Keys!"'],
    ['hush', 'Expected value of type "Keys!"'],
    ['{ secret: hush }', 'String cannot represent a non string value'],
    ['{ id: [hush] }', 'ID cannot represent a non-string and non-integer value'],
    ['{ secret "hush" }', 'Syntax Error: Expected ":", found String.'],
    ['{ secret: "a" """hush""" }', 'Syntax Error: Expected Name, found BlockString.'],
    ['{ secret: "hush }', 'Syntax Error: Unterminated string.'],
    ['{ strange: "hush" }', 'Field "strange" is not defined by type "Keys".'],
  ])('of a document tells it without the value: %s', (keys, sentence) => {
    expect(ofLiteral(keys)).toEqual([sentence]);
  });

  it('is told as it is where nothing is quoted', () => {
    const sentence = 'Variable "$keys" of required type "Keys!" was not provided.';
    expect(unquoted(sentence, undefined)).toBe(sentence);
  });
});
