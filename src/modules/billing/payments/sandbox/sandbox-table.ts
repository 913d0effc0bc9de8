import { type TenantEntity } from '#libs/kernel/tenant-entity';
import { TenantTable } from '#libs/persistence/tenant.repository';

/** What is asked of the sandbox under a key, and shown at an address. */
type Asked = TenantEntity & { key: string };

/** Objects of the sandbox of one kind. */
export abstract class SandboxTable<T extends Asked> extends TenantTable<T> {
  /** By which no two of them have one key. */
  protected abstract readonly onePerKey: string;

  /** The first under its key stays. */
  async insertOnce(object: T): Promise<T> {
    await this.insertRows([object], this.onePerKey);
    const [kept] = await this.where('t.key = $2', [object.key]);
    return kept as T;
  }

  async lock(uid: string): Promise<T | undefined> {
    return (await this.where('t.uid = $2 for no key update', [uid]))[0];
  }

  async at(reference: string): Promise<T | undefined> {
    return (await this.where('t.reference = $2', [reference]))[0];
  }

  async lockAt(reference: string): Promise<T | undefined> {
    return (await this.where('t.reference = $2 for no key update', [reference]))[0];
  }
}
