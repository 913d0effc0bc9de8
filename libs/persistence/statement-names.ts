import { createHash } from 'node:crypto';

/** Sessions keep all that they prepare. The code has some hundred texts, but a list has one per combination of its filters. */
const most = 2000;

/** How a statement is held to the environment of who asks. */
const predicate = /\benvironment_id = \$1(?!\d)/;

/** What PostgreSQL is to know statements by: names made of their texts, the same in every process. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly held = new Map<string, boolean>();

  /** @returns 22 characters of the 63 that PostgreSQL keeps; undefined for further texts once there are 2000 */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= most) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.names.set(text, name);
    return name;
  }

  /** Is it about one environment, which its first value names? */
  isHeld(text: string): boolean {
    const known = this.held.get(text);
    if (known !== undefined) return known;
    const isHeld = predicate.test(text);
    if (this.held.size < most) this.held.set(text, isHeld);
    return isHeld;
  }
}
