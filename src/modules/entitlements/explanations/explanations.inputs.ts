import { Text, Timestamp } from '#libs/shape/decorators';

const reference = { min: 1, max: 255 } as const;

export class ExplainEntitlementQuery {
  @Text(reference) featureId: string;
  @Text({ ...reference, optional: true }) resourceId?: string;

  @Timestamp({
    optional: true,
    description:
      'Explains the answer of this instant. Default: now. One to come is known as far as something is scheduled.',
  })
  at?: Date;
}
