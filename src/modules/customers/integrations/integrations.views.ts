import { View } from '#libs/shape/classes';
import { Bool, Int, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Integration } from './domain/integration';
import { vendorIdentifiers, type VendorIdentifier } from './domain/vendor';

export const VendorIdentifierEnum = enumShape('VendorIdentifier', vendorIdentifiers);

@View('A vendor whose service knows the customers of the environment too.')
export class EnvironmentIntegration {
  @Text() id: string;

  @Text({
    nullable: true,
    description:
      'Where its notices are to be sent, on this service. Null of the sandbox and of vendors that are called by nothing here.',
  })
  callbackPath: string | null;

  @Timestamp() createdAt: Date;

  @Timestamp({ nullable: true, description: 'Null of vendors that are called by nothing here.' })
  credentialsChangedAt: Date | null;

  @Text({ nullable: true }) displayName: string | null;
  @Bool({ description: 'Does it move no real money?' }) isSandbox: boolean;
  @Timestamp() updatedAt: Date;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;

  static from(this: void, integration: Integration): EnvironmentIntegration {
    const { id, createdAt, credentialsChangedAt, displayName, isSandbox, updatedAt, vendorIdentifier } =
      integration;
    const callsBack = integration.isCollecting && !isSandbox;
    const callbackPath = callsBack ? `/notices/${integration.environmentId}/${encodeURIComponent(id)}` : null;
    return {
      ...{ id, callbackPath, createdAt, credentialsChangedAt, displayName, isSandbox, updatedAt },
      vendorIdentifier,
    };
  }
}

@View('Of credentials that were sealed anew.')
export class ResealedIntegrations {
  @Int() resealed: number;
}
