import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Environment } from './domain/environment';

const own = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e where e.uid = $1`;

@Injectable()
export class EnvironmentsReader {
  constructor(private readonly database: Database) {}

  /** The one of the request. */
  own(): Promise<Environment[]> {
    return this.database.query<Environment & Record<string, unknown>>(own, [currentEnvironmentId()]);
  }
}
