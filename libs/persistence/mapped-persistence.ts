import { Injectable } from '@nestjs/common';
import { DataSource, type EntitySchema } from 'typeorm';
import { Database } from './database';
import { RowReader } from './row-reader';
import { Persistence } from './tenant.repository';
import { UnitOfWork } from './unit-of-work';

/** Persistence on the mappings of the data source. */
@Injectable()
export class MappedPersistence extends Persistence {
  constructor(
    readonly database: Database,
    readonly unitOfWork: UnitOfWork,
    private readonly dataSource: DataSource,
  ) {
    super();
  }

  readerOf<T extends object>(schema: EntitySchema<T>): RowReader<T> {
    return new RowReader<T>(this.dataSource.getMetadata(schema));
  }
}
