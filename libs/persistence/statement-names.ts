import { createHash } from 'node:crypto';

/** Sessions keep all that they prepare. The code has some hundred texts, but a list has one per combination of its filters. */
const most = 2000;

/** What PostgreSQL is to know statements by: names made of their texts, the same in every process. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** @returns 22 characters of the 63 that PostgreSQL keeps; undefined for further texts once there are 2000 */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= most) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.names.set(text, name);
    return name;
  }
}
