import { View } from '#libs/shape/classes';
import { ListOf, Text } from '#libs/shape/decorators';
import type { AttachedFeatureGroup } from './domain/attached-feature-group';

@View('A feature group as a version of a plan or an addon holds it.')
export class PackageFeatureGroup {
  @Text() id: string;

  @ListOf({}, { description: 'The features whose entitlements it holds there, in display order.' })
  featureIds: string[];

  static from({ id, featureIds }: AttachedFeatureGroup): PackageFeatureGroup {
    return { id, featureIds };
  }
}
