import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { isUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import type { Environment } from './domain/environment';

const lock = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e where e.uid = $1
              for no key update`;
const hold = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e where e.uid = $1 for share`;
const saveType = 'update environment set type = $2 where uid = $1';

@Injectable()
export class EnvironmentsRepository {
  constructor(private readonly database: Database) {}

  /** The one of the context, locked until the end of the unit of work; undefined where there is none. */
  async lockOwn(): Promise<Environment | undefined> {
    const id = currentEnvironmentId();
    // An administrator may have typed anything.
    if (!isUid(id)) return undefined;
    return (await this.database.query<Environment & Record<string, unknown>>(lock, [id]))[0];
  }

  /** The one of the context: nobody changes it until the end of the unit of work. */
  async holdOwn(): Promise<Environment | undefined> {
    return (
      await this.database.query<Environment & Record<string, unknown>>(hold, [currentEnvironmentId()])
    )[0];
  }

  /** Of the one of the context. */
  async saveType(type: EnvironmentType): Promise<void> {
    await this.database.query(saveType, [currentEnvironmentId(), type]);
  }
}
