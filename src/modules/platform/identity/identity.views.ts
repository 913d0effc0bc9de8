import { enumShape } from '#libs/shape/enum-shape';
import { View } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { Environment } from '#modules/platform/accounts';

export const callerKinds = ['FULL_ACCESS_KEY', 'SCOPED_KEY', 'USER'] as const;
export type CallerKind = (typeof callerKinds)[number];
const CallerKindEnum = enumShape<CallerKind>('CallerKind', [...callerKinds]);

@View('Who asks, and what they may do.')
export class Identity {
  @OneOf(CallerKindEnum) kind: CallerKind;
  @Text({ description: 'As the activity log tells it: the id of a key, the subject of a user.' })
  actor: string;
  @Text() accountId: string;
  @Nested(Environment) environment: Environment;
  @ListOf(
    {},
    { description: 'Of each operation the one that it needs is told in openapi.json as x-permission.' },
  )
  permissions: string[];
}
