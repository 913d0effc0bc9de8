import { useState } from 'react';
import { api, type Wire } from '~/api/client';
import { tellName } from '~/parts/amounts';
import { timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { Facts } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { Window } from '~/parts/window';

type Entry = Wire['Activity'];

/** Who did what, newest first, with what was before and after it. */
export function ActivityList({
  name,
  of,
}: {
  name: string;
  of: { parentId?: string; entityId?: string; type?: string; actor?: string };
}) {
  const [opened, open] = useState<Entry>();
  const activity = api.useQuery(
    'get',
    '/api/v1/activity',
    { params: { query: { ...usePage(), ...of } } },
    held,
  );
  const columns: Column<Entry>[] = [
    timeColumn('At', ({ createdAt }) => createdAt),
    {
      head: 'What',
      text: ({ type }) => type,
      cell: (row) => (
        <button type="button" className="plain small" onClick={() => open(row)}>
          {row.type}
        </button>
      ),
    },
    plain('Of', ({ entityType }) => tellName(entityType)),
    plain('Id', ({ entityId }) => entityId),
    plain('By', ({ actorType, actor }) => `${tellName(actorType)} ${actor}`),
  ];
  return (
    <>
      <List
        of={activity}
        name={name}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nothing was done here yet."
      />
      <Window title={opened?.type ?? ''} isOpen={opened !== undefined} onClose={() => open(undefined)} isWide>
        {opened && <Told of={opened} />}
      </Window>
    </>
  );
}

function Told({ of }: { of: Entry }) {
  const rows = changesOf(of);
  return (
    <div className="stack">
      <Facts
        of={[
          ['At', <Time of={of.createdAt} />],
          ['By', `${tellName(of.actorType)} ${of.actor}`],
          ['Request', of.requestId],
          ['Place in the chain', String(of.seq)],
          ['Hash', <code>{of.hash}</code>],
        ]}
      />
      <Table
        name="Before and after"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          plain<Change>('What', ({ name }) => name),
          plain<Change>('Before', ({ before }) => before),
          plain<Change>('After', ({ after }) => after),
        ]}
        empty="It tells no more."
      />
    </div>
  );
}

interface Change {
  name: string;
  before: string;
  after: string;
}

function changesOf({ before, after }: Entry): Change[] {
  const was = (before ?? {}) as Record<string, unknown>;
  const is = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, before: tell(was[name]), after: tell(is[name]) }))
    .filter((each) => each.before !== each.after);
}

const tell = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
