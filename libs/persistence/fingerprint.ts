import { createHash } from 'node:crypto';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { canonicalPieces } from '#libs/kernel/canonical-pieces';
import { Turn } from '#libs/kernel/turns';

/** Equal values have equal ones. */
export const fingerprintOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url');

/** The same, of a value so large that to read it is more than a turn. @param levels above its long lists */
export async function fingerprintInTurns(value: unknown, levels: number): Promise<string> {
  const hash = createHash('sha256');
  const turn = new Turn();
  for (const piece of canonicalPieces(value, levels)) {
    hash.update(piece);
    if (turn.isOver) await turn.pause();
  }
  return hash.digest('base64url');
}
