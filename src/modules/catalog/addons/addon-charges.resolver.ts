import { Resolver } from '@nestjs/graphql';
import { ChargesResolver } from '#modules/catalog/package-prices';
import { AddonChargesService } from './addon-charges.service';

@Resolver()
export class AddonChargesResolver extends ChargesResolver(AddonChargesService) {}
