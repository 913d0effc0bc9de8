import { randomUUID } from 'node:crypto';
import { planHash, requireOwnHash } from './plan-hash.record';

describe('The hash of a plan', () => {
  it('can be typed after --hash, whatever the environment', async () => {
    for (let index = 0; index < 300; index += 1) {
      const environmentId = randomUUID();
      const hash = await planHash({ environmentId, state: index, request: null });
      expect(hash).toMatch(/^[\da-f]{16}\.[\w-]{43}\.[\w-]{43}$/);
      expect(() => requireOwnHash(hash, environmentId)).not.toThrow();
    }
  });
});
