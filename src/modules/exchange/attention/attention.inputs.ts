import { Int } from '#libs/shape/decorators';
import { mostOfEach, usualOfEach } from './domain/attention';

export class AttentionQuery {
  @Int({
    min: 1,
    max: mostOfEach,
    optional: true,
    description: `Of payments and of wallets. Default ${usualOfEach}.`,
  })
  limit?: number;
}
