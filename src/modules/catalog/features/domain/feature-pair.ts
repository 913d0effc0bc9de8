import { DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureType, MeterType } from './feature-type';

/** Types are fixed at creation. @throws MeteringNotAvailableForFeatureType for a pair outside catalog F2 */
export function requirePair(featureType: FeatureType, meterType: MeterType): void {
  if (featureType === 'NUMBER' || meterType === 'None') return;
  throw new DomainError(
    'MeteringNotAvailableForFeatureType',
    `meterType: a ${featureType} feature cannot be metered; leave meterType out or send None`,
  );
}
