import { Shapes } from './shape';

const schemas = {
  Money: {
    type: 'object',
    properties: { amount: { type: 'number' }, currency: { type: 'string', enum: ['usd'] } },
  },
  Feature: {
    type: 'object',
    properties: { type: { type: 'string' }, limit: { type: ['number', 'null'] } },
    required: ['limit'],
  },
  Credit: { type: 'object', properties: { type: { type: 'string' }, amount: { type: 'integer' } } },
};
const shapes = new Shapes(schemas);
const fieldOf = (schema: object, required: string[] = []) => {
  const shape = shapes.of({ type: 'object', properties: { it: schema }, required });
  if (shape.kind !== 'object') throw new Error('It is a group');
  return shape.fields[0];
};

describe('a field of a form', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'date-time' }, 'instant'],
    [{ type: ['integer', 'null'] }, 'number'],
    [{ type: 'boolean' }, 'flag'],
    [{ type: 'string', enum: ['A', 'B'] }, 'choice'],
    [{ type: 'array', items: { type: 'string', enum: ['A'] } }, 'choices'],
    [{ type: 'array', items: { type: 'string' } }, 'texts'],
    [{ type: 'array', items: { $ref: 'Money' } }, 'list'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map'],
    [{ type: 'object', additionalProperties: true }, 'json'],
    [{ $ref: 'Money' }, 'object'],
    [{ allOf: [{ $ref: 'Money' }] }, 'object'],
  ])('of %j is asked for as %s', (schema, kind) => {
    expect(fieldOf(schema)?.shape.kind).toBe(kind);
  });

  it('takes null where the contract says so, by its type or beside it', () => {
    expect(fieldOf({ type: ['string', 'null'] })).toMatchObject({ isNullable: true });
    expect(fieldOf({ anyOf: [{ $ref: 'Money' }, { type: 'null' }] })).toMatchObject({
      ...{ isNullable: true, shape: { kind: 'object' } },
    });
    expect(fieldOf({ type: 'string' })).toMatchObject({ isNullable: false });
  });

  it('need not be said where null is taken, though it must be sent', () => {
    expect(fieldOf({ type: ['string', 'null'] }, ['it'])).toMatchObject({ isSent: true, isRequired: false });
    expect(fieldOf({ type: 'string' }, ['it'])).toMatchObject({ isSent: true, isRequired: true });
  });

  it('is told as the contract tells it, and what it refers to where it does not', () => {
    expect(fieldOf({ description: 'Of one unit.', allOf: [{ $ref: 'Money' }] })?.description).toBe(
      'Of one unit.',
    );
  });

  it('of several shapes is chosen by what tells them apart, in the order of the contract', () => {
    const mapping = { CREDIT: 'Credit', FEATURE: 'Feature' };
    const shape = fieldOf({
      oneOf: [{ $ref: 'Feature' }, { $ref: 'Credit' }],
      discriminator: { propertyName: 'type', mapping },
    })?.shape;
    expect(shape).toMatchObject({ kind: 'variants', by: 'type' });
    const variants = shape?.kind === 'variants' ? shape.variants : {};
    expect(Object.keys(variants)).toEqual(['FEATURE', 'CREDIT']);
    expect(variants['FEATURE']?.map(({ name }) => name)).toEqual(['limit']);
  });

  it('stands first where it must be said, and then by what people think of first', () => {
    const properties = { zeal: {}, description: {}, amount: {}, id: {} };
    const shape = shapes.of({ type: 'object', properties, required: ['amount', 'id'] });
    const names = shape.kind === 'object' ? shape.fields.map(({ name }) => name) : [];
    expect(names).toEqual(['id', 'amount', 'description', 'zeal']);
  });
});
