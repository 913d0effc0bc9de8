import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import { Predicate } from '#libs/persistence/predicate';
import {
  nodeOf,
  type GovernanceNode,
  type GovernanceSort,
  type NodeEntity,
  type ReadBudget,
} from './domain/governance-node';
import type { TreePlace } from './domain/tree-cursor';
import { presentTotals } from './governance.statements';

export interface TreeFilter {
  featureIds: readonly string[] | undefined;
  currencyIds: readonly string[] | undefined;
  entityTypeIds: readonly string[] | undefined;
  entityIdSearch: string | undefined;
  scope: 'all' | 'nodeWide' | 'scoped';
  minUtilization: number | undefined;
}

export interface TreeRequest {
  sortBy: GovernanceSort;
  order: 'asc' | 'desc';
  limit: number;
  after: TreePlace | undefined;
}

/** A line with where it stands. */
export interface PlacedNode {
  node: GovernanceNode;
  place: TreePlace;
}

/** What lines with a budget are sorted by; of the others the keys of their entities are. What has no limit counts as the least. */
const values: Partial<Record<GovernanceSort, string>> = {
  utilization: 'a.utilization',
  currentUsage: 'a.used',
  usageLimit: 'coalesce(a.usage_limit, -1)',
  scopeSize: 'cardinality(a.scope_uids)',
};

const entityColumns = `e.uid as "entityUid", e.id as "entityId", e.entity_type_id as "entityTypeId", e.display_name as "displayName",
                       e.parent_id as "parentId"`;
const budgetColumns = `a.uid as "budgetUid", a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.cadence, a.created_at as "createdAt",
                       a.scope_ids as "scopeIds", a.usage_limit::text as "usageLimit"`;

interface NodeRow extends Omit<ReadBudget, 'uid' | 'usageLimit' | 'used'>, Omit<NodeEntity, 'uid' | 'id'> {
  entityUid: string;
  entityId: string;
  budgetUid: string | null;
  usageLimit: string | null;
  value: string | null;
}

/** Lines of the tree of a customer, by what is stored of them. It tells, and decides nothing. Domain: access-and-events G9 */
@Injectable()
export class GovernanceTreeReader {
  constructor(private readonly database: Database) {}

  /** One more than asked for, where there is one. */
  async page(
    customerUid: string,
    request: TreeRequest,
    filter: TreeFilter,
    now: Date,
  ): Promise<PlacedNode[]> {
    const rows = values[request.sortBy]
      ? await this.byValue(customerUid, request, filter)
      : await this.byEntity(customerUid, request, filter);
    return this.told(rows, now);
  }

  async count(customerUid: string, filter: TreeFilter): Promise<number> {
    const predicate = filterOf(filter);
    const text = `select count(*)::int as count from governed_entity e ${budgetsOf}
                   where e.environment_id = $1 and e.customer_uid = $2 and e.archived_at is null${predicate.sql(3)}`;
    const [row] = await this.database.query<{ count: number }>(text, [
      currentEnvironmentId(),
      customerUid,
      ...predicate.values,
    ]);
    return row?.count ?? 0;
  }

  /** Entities without a budget stand behind all others, or before them where the least come first. */
  private async byValue(customerUid: string, request: TreeRequest, filter: TreeFilter): Promise<NodeRow[]> {
    const { order, after, limit } = request;
    const parts = order === 'desc' ? (['budgets', 'others'] as const) : (['others', 'budgets'] as const);
    const from = after === undefined ? 0 : parts.indexOf(after.budgetUid === null ? 'others' : 'budgets');
    const rows: NodeRow[] = [];
    for (const part of parts.slice(from)) {
      const wanted = { ...request, limit: limit + 1 - rows.length };
      // Where a page goes on in the second part, it begins at its edge.
      const place = after && part === parts[from] ? after : undefined;
      rows.push(
        ...(part === 'budgets'
          ? await this.budgets(customerUid, { ...wanted, after: place }, filter)
          : await this.others(customerUid, { ...wanted, after: place }, filter)),
      );
      if (rows.length > limit) break;
    }
    return rows;
  }

  private budgets(customerUid: string, request: TreeRequest, filter: TreeFilter): Promise<NodeRow[]> {
    const { sortBy, order, after, limit } = request;
    const value = values[sortBy] as string;
    const predicate = filterOf(filter);
    const beyond = order === 'desc' ? '<' : '>';
    if (after)
      predicate.addAll(
        [after.value, after.budgetUid],
        (at, uid) => `(${value}, a.uid) ${beyond} (${at}::${castOf(sortBy)}, ${uid}::uuid)`,
      );
    const text = `select ${entityColumns}, ${budgetColumns}, (${value})::text as value
                    from usage_assignment a
                    join governed_entity e on e.environment_id = $1 and e.uid = a.entity_uid
                   where a.environment_id = $1 and a.customer_uid = $2 and e.archived_at is null${predicate.sql(4)}
                   order by ${value} ${order}, a.uid ${order} limit $3`;
    return this.read(text, customerUid, limit, predicate);
  }

  private async others(customerUid: string, request: TreeRequest, filter: TreeFilter): Promise<NodeRow[]> {
    if (asksForBudgets(filter)) return [];
    const { order, after, limit } = request;
    const predicate = entityFilterOf(filter);
    const beyond = order === 'desc' ? '<' : '>';
    if (after) predicate.add(after.entityUid, (uid) => `e.uid ${beyond} ${uid}::uuid`);
    const text = `select ${entityColumns}, null as "budgetUid", null as value
                    from governed_entity e
                   where e.environment_id = $1 and e.customer_uid = $2 and e.archived_at is null
                     and not exists (select from usage_assignment a where a.environment_id = $1 and a.entity_uid = e.uid)${predicate.sql(4)}
                   order by e.uid ${order} limit $3`;
    return this.read(text, customerUid, limit, predicate);
  }

  private byEntity(customerUid: string, request: TreeRequest, filter: TreeFilter): Promise<NodeRow[]> {
    const { sortBy, order, after, limit } = request;
    const predicate = filterOf(filter);
    const key = sortBy === 'id' ? 'e.id' : 'e.uid';
    const beyond = order === 'desc' ? '<' : '>';
    if (after) {
      const at = (uid: string) =>
        sortBy === 'id'
          ? `(select o.id from governed_entity o where o.environment_id = $1 and o.customer_uid = $2 and o.uid = ${uid}::uuid)`
          : `${uid}::uuid`;
      predicate.addAll(
        [after.entityUid, after.budgetUid ?? noBudget],
        (entity, budget) => `(${key}, ${budgetKey}) ${beyond} (${at(entity)}, ${budget}::uuid)`,
      );
    }
    const text = `select ${entityColumns}, ${budgetColumns}, null as value
                    from governed_entity e ${budgetsOf}
                   where e.environment_id = $1 and e.customer_uid = $2 and e.archived_at is null${predicate.sql(4)}
                   order by ${key} ${order}, ${budgetKey} ${order} limit $3`;
    return this.read(text, customerUid, limit + 1, predicate);
  }

  private read(text: string, customerUid: string, most: number, predicate: Predicate): Promise<NodeRow[]> {
    return this.database.query<NodeRow>(text, [
      currentEnvironmentId(),
      customerUid,
      most,
      ...predicate.values,
    ]);
  }

  /** By the windows of now, whatever window was counted in last. */
  private async told(rows: readonly NodeRow[], now: Date): Promise<PlacedNode[]> {
    const uids = rows.flatMap(({ budgetUid }) => budgetUid ?? []);
    const used = new Map<string, Decimal>();
    if (uids.length > 0) {
      const asked = [currentEnvironmentId(), uids, now];
      const totals = await this.database.query<{ uid: string; total: string }>(presentTotals, asked);
      for (const { uid, total } of totals) used.set(uid, new Decimal(total));
    }
    return rows.map((row) => {
      const { entityUid, entityId: id, entityTypeId, displayName, parentId, budgetUid, value } = row;
      const entity = { uid: entityUid, id, entityTypeId, displayName, parentId };
      const budget = budgetUid === null ? null : budgetOf(row, budgetUid, used.get(budgetUid));
      return { node: nodeOf(entity, budget, now), place: { value, entityUid, budgetUid } };
    });
  }
}

const budgetsOf = 'left join usage_assignment a on a.environment_id = $1 and a.entity_uid = e.uid';
const noBudget = '00000000-0000-0000-0000-000000000000';
const budgetKey = `coalesce(a.uid, '${noBudget}'::uuid)`;

const castOf = (sortBy: GovernanceSort): string =>
  sortBy === 'utilization' ? 'double precision' : sortBy === 'scopeSize' ? 'integer' : 'numeric';

/** Does it ask for what only budgets have? */
const asksForBudgets = ({ featureIds, currencyIds, scope, minUtilization }: TreeFilter): boolean =>
  [featureIds, currencyIds, minUtilization].some((each) => each !== undefined) || scope !== 'all';

function entityFilterOf({ entityTypeIds, entityIdSearch }: TreeFilter): Predicate {
  const predicate = new Predicate().oneOf('e.entity_type_id', entityTypeIds);
  if (entityIdSearch !== undefined)
    predicate.add(entityIdSearch, (part) => `position(lower(${part}) in lower(e.id)) > 0`);
  return predicate;
}

function filterOf(filter: TreeFilter): Predicate {
  const { featureIds, currencyIds, scope, minUtilization } = filter;
  const predicate = entityFilterOf(filter);
  if (featureIds !== undefined || currencyIds !== undefined)
    predicate.addAll(
      [featureIds ?? [], currencyIds ?? []],
      (features, currencies) =>
        `(a.subject_kind = 'FEATURE' and a.subject_id = any(${features}) or a.subject_kind = 'CURRENCY' and a.subject_id = any(${currencies}))`,
    );
  if (scope === 'nodeWide') predicate.holds(`a.scope_key = ''`);
  if (scope === 'scoped') predicate.holds(`a.scope_key <> ''`);
  if (minUtilization !== undefined)
    predicate.add(
      minUtilization,
      (least) => `a.utilization >= 0 and a.utilization >= ${least}::double precision`,
    );
  return predicate;
}

function budgetOf(row: NodeRow, uid: string, used = new Decimal(0)): ReadBudget {
  const { subjectKind, subjectId, cadence, createdAt, scopeIds, usageLimit } = row;
  const limit = usageLimit === null ? null : new Decimal(usageLimit);
  return { uid, subjectKind, subjectId, cadence, createdAt, scopeIds, usageLimit: limit, used };
}
