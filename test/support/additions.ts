const text = { type: 'string' };

/**
 * What our answers tell beyond openapi.json, by the name of its schema: the only exceptions from the rule that an answer
 * holds nothing else. Each is listed in docs/extensions.md. Decision 9 of the interface's README.
 */
export const additions: Record<string, Record<string, object>> = {
  Product: {
    usageResetCutoffRule: {
      type: 'object',
      properties: { behavior: text },
      required: ['behavior'],
      additionalProperties: false,
    },
  },
};
