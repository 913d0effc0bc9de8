import { addressedMapping, instant, integer, jsonb, text } from '#libs/persistence/mapping';
import { ApiKey } from './domain/api-key';

export const apiKeyMapping = addressedMapping(ApiKey, 'api_key', {
  columns: {
    id: text(),
    displayName: text(),
    kind: text(),
    digest: { ...text(), unique: false },
    pepperId: text(true),
    lastFour: text(),
    previousDigest: text(true),
    previousPepperId: text(true),
    previousLastFour: text(true),
    previousEndsAt: instant(true),
    // With a default, because the release before knows nothing of it and goes on to insert.
    rotations: { ...integer(), default: 0 },
    rotatedAt: instant(true),
    scopes: jsonb(),
    expiresAt: instant(true),
    revokedAt: instant(true),
    lastUsedAt: instant(true),
  },
  uniques: [{ name: 'uq_api_key_id', columns: ['id'] }],
});
// The look-up by digest comes before the environment is known, so these indexes are not led by it.
apiKeyMapping.options.indices?.push(
  { name: 'uq_api_key_digest', columns: ['digest'], unique: true },
  { name: 'uq_api_key_previous_digest', columns: ['previousDigest'], unique: true },
);
