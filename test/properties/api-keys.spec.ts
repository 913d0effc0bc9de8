import fc from 'fast-check';
import { grantable, implied } from '#modules/platform/api-keys';
import type { DomainError } from '#libs/kernel/errors/domain-error';
import { ApiKey, longestGraceHours } from '../../src/modules/platform/api-keys/domain/api-key';
import { widened } from '../../src/modules/platform/api-keys/domain/permissions';

// Domain: access-and-events

const begin = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;
const at = (ms: number): Date => new Date(begin + ms);

type Step =
  | { kind: 'wait'; hours: number }
  | { kind: 'rotate'; hours: number }
  | { kind: 'grace'; hours: number }
  | { kind: 'revoke' };

const graceHours = fc.constantFrom(0, 1, 24, 72, 168, longestGraceHours);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 100 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('rotate' as const), hours: graceHours }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('grace' as const), hours: graceHours }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'revoke' as const }) },
  ),
  { maxLength: 30 },
);

/** What opens a key, told apart from how it is stored: its secrets in order, with the end of each but the last. */
class KeyModel {
  readonly ends: number[] = [];
  rotatedAt = 0;
  isRevoked = false;

  constructor(private readonly expiresAt: number | null) {}

  isOver(now: number): boolean {
    return this.isRevoked || (this.expiresAt !== null && this.expiresAt <= now);
  }

  opening(now: number): number[] {
    if (this.isOver(now)) return [];
    return [...this.ends.keys(), this.ends.length].filter((no) => (this.ends[no] ?? Infinity) > now);
  }

  hasGrace(now: number): boolean {
    return (this.ends.at(-1) ?? -Infinity) > now;
  }
}

const secretOf = (no: number) => ({ digest: `digest ${no}`, pepperId: 'pepper', lastFour: `000${no % 10}` });

/** The secrets that open it, as the look-up of a credential decides. */
function openingBy(key: ApiKey, made: number, now: Date): number[] {
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= now)) return [];
  return Array.from({ length: made + 1 }, (_, no) => no).filter((no) => {
    const { digest } = secretOf(no);
    return digest === key.digest || (digest === key.previousDigest && key.hasGraceAt(now));
  });
}

const codeOf = (act: () => void): string => {
  try {
    act();
    return 'done';
  } catch (error) {
    return (error as DomainError).code;
  }
};

describe('the life of a key', () => {
  it('Y3, Y4, Y5: whatever is done to it, exactly its present secret and that from before within its grace open it, or nothing', () => {
    fc.assert(
      fc.property(steps, fc.option(fc.integer({ min: 1, max: 2000 })), (course, expiresInHours) => {
        const expiresAt = expiresInHours === null ? null : expiresInHours * hourMs;
        const issued = { displayName: 'key', kind: 'SCOPED', scopes: ['plans:read'] } as const;
        const key = ApiKey.issue(
          {
            ...issued,
            scopes: [...issued.scopes],
            secret: secretOf(0),
            expiresAt: expiresAt === null ? null : at(expiresAt),
          },
          at(0),
        );
        const model = new KeyModel(expiresAt);
        let now = 0;
        for (const step of course) {
          if (step.kind === 'wait') now += step.hours * hourMs;
          else if (step.kind === 'revoke') {
            key.revoke(at(now));
            model.isRevoked = true;
          } else if (step.kind === 'rotate') {
            const code = codeOf(() => key.rotate(secretOf(model.ends.length + 1), step.hours, at(now)));
            const refusal = model.isOver(now) || model.hasGrace(now);
            expect(code === 'done').toBe(!refusal);
            if (code === 'done') {
              model.ends.push(now + step.hours * hourMs);
              model.rotatedAt = now;
            } else if (!model.isOver(now)) expect(code).toBe('ApiKeyHasExpiry');
          } else {
            const end = now + step.hours * hourMs;
            const isTooLong = end > model.rotatedAt + longestGraceHours * hourMs;
            const code = codeOf(() => key.setGrace(step.hours, at(now)));
            expect(code === 'done').toBe(!model.isOver(now) && model.hasGrace(now) && !isTooLong);
            if (code === 'done') model.ends[model.ends.length - 1] = end;
          }
          expect(openingBy(key, model.ends.length, at(now))).toEqual(model.opening(now));
          expect(model.opening(now).length).toBeLessThanOrEqual(2);
          expect(key.rotations).toBe(model.ends.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('Y2: the states follow from the dates, in one order', () => {
    const order = ['ACTIVE', 'EXPIRING_SOON', 'EXPIRED'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 10 }),
        (expires, soon, days) => {
          const dayMs = 24 * hourMs;
          const expiresAt = at(expires * dayMs);
          const made = {
            displayName: 'key',
            kind: 'SCOPED' as const,
            scopes: [],
            secret: secretOf(0),
            expiresAt,
          };
          const key = ApiKey.issue(made, at(0));
          const told = [...days]
            .sort((a, b) => a - b)
            .map((day) => {
              const status = key.statusAt({ now: at(day * dayMs), soonUntil: at((day + soon) * dayMs) });
              expect(status).toBe(
                day >= expires ? 'EXPIRED' : day + soon >= expires ? 'EXPIRING_SOON' : 'ACTIVE',
              );
              return order.indexOf(status);
            });
          expect(told).toEqual([...told].sort((a, b) => a - b));
          key.revoke(at(0));
          expect(key.statusAt({ now: at(0), soonUntil: at(0) })).toBe('REVOKED');
        },
      ),
    );
  });

  it('S1, S4: what is new in scopes is exactly what the key could not do before', () => {
    fc.assert(
      fc.property(fc.subarray([...grantable]), fc.subarray([...grantable]), (before, after) => {
        const added = widened(before, after);
        const [had, has] = [implied(before), implied([...before, ...added])];
        expect(added.filter((scope) => had.has(scope))).toEqual([]);
        for (const scope of implied(after)) expect(has.has(scope)).toBe(true);
        expect(widened(before, before)).toEqual([]);
      }),
    );
  });
});
