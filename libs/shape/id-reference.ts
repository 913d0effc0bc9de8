import { View } from './classes';
import { Text } from './decorators';

@View('What was removed.')
export class IdReference {
  @Text()
  id: string;
}
