/** Domain: catalog F1, F2. A NUMBER without meter is configuration; ENUM and BOOLEAN never have one. */
export type FeatureType = 'BOOLEAN' | 'NUMBER' | 'ENUM';

export type MeterType = 'None' | 'INCREMENTAL' | 'FLUCTUATING';
