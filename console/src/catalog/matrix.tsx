import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/api/client';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { Filters, TextFilter } from '~/parts/filters';
import { Empty, PageHead, Screen } from '~/parts/page';
import { useFilter } from '~/parts/paging';
import { Table, type Column } from '~/parts/table';
import { usePackages, type Entitlement, type Kind, type Package } from './package-reads';
import { tellCharge, tellChargeName, tellEntitlement } from './telling';

/** As many as can be read side by side. */
const most = 12;

/** Plans and addons side by side: what each grants of each feature, and what it costs. */
export function Matrix() {
  const [product] = useFilter('product');
  const query = { limit: most, ...(product ? { productId: product } : {}) };
  const plans = usePackages('plan', query);
  const addons = usePackages('addon', query);
  return (
    <Screen>
      <PageHead
        title="Matrix"
        about={`What plans and addons grant and cost, side by side: the newest ${most} of each.`}
      />
      <Filters>
        <TextFilter name="product" label="Product" />
      </Filters>
      <Asked of={plans}>
        {(ofPlans) => (
          <Asked of={addons}>
            {(ofAddons) => (
              <Comparison
                packages={[
                  ...ofPlans.data.map((of) => ({ kind: 'plan' as const, of })),
                  ...ofAddons.data.map((of) => ({ kind: 'addon' as const, of })),
                ]}
              />
            )}
          </Asked>
        )}
      </Asked>
    </Screen>
  );
}

interface Placed {
  kind: Kind;
  of: Package;
}

interface Line {
  about: string;
  cells: (string | undefined)[];
}

function Comparison({ packages }: { packages: Placed[] }) {
  const entitlements = useQueries({ queries: packages.map(entitlementsOf) });
  const charges = useQueries({ queries: packages.map(chargesOf) });
  if (packages.length === 0) return <Empty>No plan or addon to compare yet.</Empty>;
  const lines = [
    ...linesOf(
      entitlements.map((each) => each.data?.data as readonly Entitlement[] | undefined),
      (row) => row.id,
      tellEntitlement,
    ),
    ...linesOf(
      charges.map((each) => each.data?.data),
      tellChargeName,
      tellCharge,
    ),
  ];
  const columns: Column<Line>[] = [
    { head: 'Of', text: ({ about }) => about, cell: ({ about }) => <strong>{about}</strong> },
    ...packages.map(({ of }, at): Column<Line> => ({
      head: of.displayName,
      text: ({ cells }) => cells[at] ?? '',
      cell: ({ cells }) => cells[at] ?? <span className="soft">–</span>,
    })),
  ];
  return (
    <>
      <ul className="row">
        {packages.map(({ kind, of }) => (
          <li key={`${kind} ${of.id}`}>
            <Link to={pathTo(`${kind}s`, of.id)}>{of.displayName}</Link> <Badge of={of.status} />
          </li>
        ))}
      </ul>
      <Table
        name="Matrix"
        rows={lines}
        columns={columns}
        keyOf={({ about }, at) => `${at} ${about}`}
        empty="They grant and cost nothing yet."
      />
    </>
  );
}

const entitlementsOf = ({ kind, of }: Placed) => {
  const query = { version: of.versionNumber };
  return kind === 'plan'
    ? api.queryOptions('get', '/api/v1/plans/{planId}/entitlements', {
        params: { path: { planId: of.id }, query },
      })
    : (api.queryOptions('get', '/api/v1/addons/{addonId}/entitlements', {
        params: { path: { addonId: of.id }, query },
      }) as never);
};

const chargesOf = ({ kind, of }: Placed) => {
  const params = { path: { id: of.id }, query: { limit: 100, version: of.versionNumber } };
  return kind === 'plan'
    ? api.queryOptions('get', '/api/v1/plans/{id}/charges', { params })
    : (api.queryOptions('get', '/api/v1/addons/{id}/charges', { params }) as never);
};

/** A line for each thing that any of them has, in the order in which they are met. */
function linesOf<Row>(
  columns: (readonly Row[] | undefined)[],
  about: (row: Row) => string,
  tell: (row: Row) => string,
): Line[] {
  const lines = new Map<string, Line>();
  columns.forEach((rows, at) => {
    for (const row of rows ?? []) {
      const name = about(row);
      const line = lines.get(name) ?? { about: name, cells: [] };
      line.cells[at] = line.cells[at] === undefined ? tell(row) : `${line.cells[at]}; ${tell(row)}`;
      lines.set(name, line);
    }
  });
  return [...lines.values()];
}
