import { View } from '#libs/shape/classes';
import { Text, Timestamp } from '#libs/shape/decorators';
import type { AutoCancellationRule as StoredRule } from './domain/auto-cancellation-rule';

@View('When a customer’s subscription on the source ends, those on the target are canceled with it.')
export class AutoCancellationRule {
  @Text() sourceProductId: string;
  @Text() targetProductId: string;
  @Timestamp() createdAt: Date;

  static from({ sourceId, targetId, createdAt }: StoredRule): AutoCancellationRule {
    return { sourceProductId: sourceId, targetProductId: targetId, createdAt };
  }
}
