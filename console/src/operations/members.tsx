import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { stateColumn, timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type Member = Wire['Member'];

/** An invitation is passed on by who invites: its token is told once. */
const tellToken = (answer: unknown) => (
  <div className="stack">
    <p>Pass this token on to who is invited. It is shown once.</p>
    <pre>
      <code>{(answer as Member).token ?? 'It was told before.'}</code>
    </pre>
  </div>
);

const columns: Column<Member>[] = [
  plain('E-mail', ({ email }) => email),
  plain('Subject', ({ subject }) => subject),
  stateColumn(({ role }) => role, 'Role'),
  plain('In environments', ({ environments }) => environments.map(({ role }) => role).join(', ')),
  stateColumn(({ state }) => state, 'State'),
  timeColumn('Made', ({ createdAt }) => createdAt),
  {
    head: 'Do',
    cell: (row) => (
      <span className="row">
        <Action
          {...{
            operation: 'updateMember',
            path: { id: row.id },
            kind: 'small',
            label: 'Change',
            title: `Change the roles of ${row.email ?? row.id}`,
          }}
          given={row}
        />
        <Action
          {...{
            operation: 'removeMember',
            path: { id: row.id },
            kind: 'small',
            label: 'Remove',
            title: `Remove ${row.email ?? row.id}`,
            isDanger: true,
          }}
        />
      </span>
    ),
  },
];

export function Members() {
  const members = api.useQuery('get', '/api/v1/members', { params: { query: usePage() } }, held);
  return (
    <Screen>
      <PageHead title="Members" about="Who may sign in to this account.">
        <Action
          {...{ operation: 'inviteMember', kind: 'primary', label: 'Invite', title: 'Invite a member' }}
          onDone={tellToken}
        />
      </PageHead>
      <List of={members} name="Members" columns={columns} keyOf={({ id }) => id} empty="Nobody yet." />
    </Screen>
  );
}
