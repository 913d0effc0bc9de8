import { View } from '#libs/shape/classes';
import { Bool, Int, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Integration } from './domain/integration';
import { vendorIdentifiers, type VendorIdentifier } from './domain/vendor';

export const VendorIdentifierEnum = enumShape('VendorIdentifier', vendorIdentifiers);

@View('A vendor whose service knows the customers of the environment too.')
export class EnvironmentIntegration {
  @Text() id: string;
  @Timestamp() createdAt: Date;

  @Timestamp({ nullable: true, description: 'Null of vendors that are called by nothing here.' })
  credentialsChangedAt: Date | null;

  @Text({ nullable: true }) displayName: string | null;
  @Bool({ description: 'Does it move no real money?' }) isSandbox: boolean;
  @Timestamp() updatedAt: Date;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;

  static from(integration: Integration): EnvironmentIntegration {
    const { id, createdAt, credentialsChangedAt, displayName, isSandbox, updatedAt, vendorIdentifier } =
      integration;
    return { id, createdAt, credentialsChangedAt, displayName, isSandbox, updatedAt, vendorIdentifier };
  }
}

@View('Of credentials that were sealed anew.')
export class ResealedIntegrations {
  @Int() resealed: number;
}
