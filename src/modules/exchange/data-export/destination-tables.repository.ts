import { Injectable } from '@nestjs/common';
import { ForeignFault, onForeignDatabase, type ForeignSession } from '#libs/persistence/foreign-database';
import { manifestStatements, tableStatements, type TableStatements } from './destination-tables.statements';
import { columnsOf, type ExportModel, type ExportRow } from './domain/export-model';
import { DestinationFault, type ExportTarget, type ModelWriter } from './domain/export-target';
import { readManifest } from './manifest.record';

class TableWriter implements ModelWriter {
  private written = 0;
  private readonly statements: TableStatements;
  private readonly width: number;

  constructor(
    private readonly session: ForeignSession,
    schema: string,
    model: ExportModel,
    private readonly isAddition: boolean,
  ) {
    this.statements = tableStatements(schema, model);
    this.width = columnsOf(model).length;
  }

  async prepare(): Promise<this> {
    const { create, extend, clear } = this.statements;
    await this.session.query(create);
    await this.session.query(extend);
    if (!this.isAddition) await this.session.query(clear);
    return this;
  }

  async add(rows: readonly ExportRow[]): Promise<void> {
    const { insert, put } = this.statements;
    const columns = Array.from({ length: this.width }, (_, at) => rows.map((row) => row[at] ?? null));
    await this.session.query(this.isAddition ? put : insert, columns);
    this.written += rows.length;
  }

  async finish(): Promise<number> {
    if (!this.isAddition) return this.written;
    const [counted] = await this.session.query<{ count: string }>(this.statements.count);
    return Number(counted?.count);
  }

  /** Who writes the model whole begins by taking away what is there. */
  drop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Tables in a schema of the destination, written in one transaction of its database. Domain: access-and-events W9 */
@Injectable()
export class DestinationTables {
  /** What is not published leaves nothing. @throws DestinationFault, or what the work throws */
  async write<T>(url: string, schema: string, work: (target: ExportTarget) => Promise<T>): Promise<T> {
    try {
      return await onForeignDatabase(url, async (session) => work(await begin(session, schema)));
    } catch (error) {
      throw error instanceof ForeignFault ? new DestinationFault(error.said) : error;
    }
  }
}

async function begin(session: ForeignSession, schema: string): Promise<ExportTarget> {
  const statements = manifestStatements(schema);
  await session.query('begin');
  await session.query(statements.schema);
  await session.query(statements.create);
  const [row] = await session.query<{ manifest: string }>(statements.read);
  return {
    held: readManifest(row?.manifest),
    write: (model, isAddition) => new TableWriter(session, schema, model, isAddition).prepare(),
    publish: async (manifest) => {
      await session.query(statements.write, [JSON.stringify(manifest)]);
      await session.query('commit');
    },
  };
}
