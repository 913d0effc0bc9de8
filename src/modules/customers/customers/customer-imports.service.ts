import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { copyOf } from '#libs/kernel/tenant-entity';
import { mapInTurns, Turn } from '#libs/kernel/turns';
import { Extensions } from '#libs/messaging/extensions';
import { Recorder, type ChangeRecord, type Changes } from '#libs/messaging/recorder';
import { customerChanging, emailClearing } from './customers.service';
import { collectingVendor } from '#modules/customers/integrations';
import { billingLinkChange } from './customer-links.service';
import { isChangedThere, linksWith } from './domain/integration-links';
import { CustomersRepository } from './customers.repository';
import { Customer, toldAsCustomer } from './customers.views';
import { Customer as StoredCustomer, type CustomerRow } from './domain/customer';

/** What became of the rows of an import. */
export interface ImportedRows {
  /** Ids of the customers that were made, in the order of their rows. */
  made: string[];
  /** Of each row that was refused: why. */
  refusals: ReadonlyMap<CustomerRow, DomainError>;
}

/** A customer that rows are about, as it was and as it will be. */
interface Draft {
  before: StoredCustomer | null;
  after: StoredCustomer;
}

interface Known extends Draft {
  before: StoredCustomer;
}

/** One pass over rows, whose customers are locked. */
interface Pass {
  drafts: Map<string, Draft>;
  /** Ids of those whom another request holds. */
  held: ReadonlySet<string>;
}

/** Many customers in one unit of work, each row for itself. Domain: customers-subscriptions U11; ADR-0089 */
@Injectable()
export class CustomerImports {
  private readonly changes: Changes<StoredCustomer, Customer>;
  private readonly methods: ChangeRecord<StoredCustomer>;

  constructor(
    private readonly customers: CustomersRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(customers, toldAsCustomer);
    this.methods = recorder.recordOf({ ...toldAsCustomer, noun: 'payment_method', picture: Customer.from });
  }

  /**
   * In the order of the rows: a later row of one id changes what an earlier one made. Nothing is started for who is new
   * (`customerCreated` is not announced).
   */
  @Within()
  async importAll(rows: readonly CustomerRow[]): Promise<ImportedRows> {
    const refusals = new Map<CustomerRow, DomainError>();
    const made: string[] = [];
    // Who was made by another request while we were at work is there in the next pass.
    for (let left = rows; left.length > 0;) {
      const pass = await this.begin(left);
      await this.draftAll(left, pass, refusals);
      const outrun = await this.store(pass, made);
      left = left.filter((row) => outrun.has(row.id) && !refusals.has(row));
    }
    const isMade = new Set(made);
    return { made: [...new Set(rows.map(({ id }) => id))].filter((id) => isMade.has(id)), refusals };
  }

  private async begin(rows: readonly CustomerRow[]): Promise<Pass> {
    const ids = [...new Set(rows.map(({ id }) => id))];
    const { locked, isWhole } = await this.customers.lockAll(ids);
    const there = isWhole ? locked : await this.customers.findMany(ids);
    const held = new Set([...there.keys()].filter((id) => !locked.has(id)));
    await this.lockClearing(rows, locked, held);
    const drafts = [...locked].map(
      ([id, customer]) => [id, { before: copyOf(customer), after: customer }] as const,
    );
    return { drafts: new Map(drafts), held };
  }

  /** Who is about to pay holds it, so whoever takes its address away waits for that. */
  private async lockClearing(
    rows: readonly CustomerRow[],
    locked: ReadonlyMap<string, StoredCustomer>,
    held: Set<string>,
  ): Promise<void> {
    const clearing = new Set(rows.flatMap(({ id, email }) => (email === null ? [id] : [])));
    const losing = [...locked.values()].filter(({ id, email }) => email !== null && clearing.has(id));
    if (losing.length === 0) return;
    const alone = await this.customers.lockAllAlone(losing.map(({ uid }) => uid));
    for (const { id, uid } of losing) if (!alone.has(uid)) held.add(id);
  }

  private async draftAll(
    rows: readonly CustomerRow[],
    pass: Pass,
    refusals: Map<CustomerRow, DomainError>,
  ): Promise<void> {
    const turn = new Turn();
    for (const row of rows) {
      try {
        await this.draft(row, pass);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refusals.set(row, error);
      }
      if (turn.isOver) await turn.pause();
    }
  }

  /** In memory: what it refuses leaves the draft as it was. */
  private async draft(row: CustomerRow, { drafts, held }: Pass): Promise<void> {
    if (held.has(row.id)) throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError');
    const known = drafts.get(row.id);
    const { before, after } = known ?? {
      before: null,
      after: StoredCustomer.create({ id: row.id }, this.clock.now()),
    };
    if (after.knowsAsNew(row)) return;
    after.requireLive();
    if (before?.email && row.email === null) await this.extensions.ask(emailClearing, { customer: before });
    const links = linksWith(after.integrations, row.links ?? []);
    if (before && isChangedThere(collectingVendor, before.integrations, links))
      await this.extensions.ask(billingLinkChange, { customer: before });
    after.takeRow(row);
    drafts.set(row.id, { before, after });
  }

  /** @returns ids of those whom another request has made meanwhile */
  private async store({ drafts }: Pass, made: string[]): Promise<ReadonlySet<string>> {
    const known = [...drafts.values()].filter(isKnown);
    const changed = known.filter((draft) => this.isTold(draft));
    const noted = known.filter((draft) => !changed.includes(draft) && isNewerNow(draft));
    await this.change(changed);
    await this.customers.noteImported(noted.map(({ after }) => after));
    return this.make(
      [...drafts.values()].flatMap(({ before, after }) => (before ? [] : [after])),
      made,
    );
  }

  private async change(drafts: readonly Known[]): Promise<void> {
    for (const { before } of drafts) await this.extensions.announce(customerChanging, { customer: before });
    await this.customers.saveAll(
      drafts.map(({ after }) => after),
      this.clock.now(),
    );
    await mapInTurns(drafts, ({ before, after }) => this.tell('updated', before, after));
  }

  /** In the order of their ids, for the sake of others who make some of them. */
  private async make(customers: StoredCustomer[], made: string[]): Promise<ReadonlySet<string>> {
    if (customers.length === 0) return new Set();
    const inOrder = customers.sort((one, other) => (one.id < other.id ? -1 : 1));
    const inserted = await this.customers.insertNew(inOrder);
    await mapInTurns(inserted, (customer) => {
      this.tell('created', null, customer);
      made.push(customer.id);
    });
    const there = new Set(inserted);
    return new Set(customers.flatMap((customer) => (there.has(customer) ? [] : [customer.id])));
  }

  /** Domain: customers-subscriptions U8, U11 */
  private tell(verb: string, before: StoredCustomer | null, after: StoredCustomer): void {
    this.changes.add(verb, before, after);
    const { paymentMethod } = after;
    if (paymentMethod && !before?.paysBy(paymentMethod)) this.methods.add('attached', before, after);
  }

  /** How new it is known to be is nothing that anybody is told. */
  private isTold({ before, after }: Known): boolean {
    const { importedAsOf } = before;
    return this.customers.differ(before, Object.assign(copyOf(after), { importedAsOf }));
  }
}

const isKnown = (draft: Draft): draft is Known => draft.before !== null;

const isNewerNow = ({ before, after }: Known): boolean =>
  before.importedAsOf?.getTime() !== after.importedAsOf?.getTime();
