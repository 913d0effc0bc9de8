import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { stateColumn, timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { tellSecret } from './secrets';

type Key = Wire['ApiKey'];

const columns: Column<Key>[] = [
  plain('Name', ({ displayName }) => displayName),
  plain('Kind', ({ kind }) => kind),
  plain('Ends in', ({ prefix, lastFour }) => `${prefix}…${lastFour}`),
  plain('Scopes', ({ scopes }) => scopes.join(', ')),
  stateColumn(({ status }) => status),
  timeColumn('Used', ({ lastUsedAt }) => lastUsedAt),
  timeColumn('Expires', ({ expiresAt }) => expiresAt),
  {
    head: 'Do',
    cell: (row) =>
      row.revokedAt === null && (
        <span className="row">
          <Action
            {...{ operation: 'updateApiKey', path: { id: row.id }, kind: 'small' }}
            label="Change"
            title={`Change ${row.displayName}`}
            given={row}
          />
          <Action
            {...{ operation: 'rotateApiKey', path: { id: row.id }, kind: 'small' }}
            label="Rotate"
            title={`Give ${row.displayName} a new secret`}
            submit="Rotate"
            onDone={tellSecret}
          />
          {row.previousEndsAt !== null && (
            <Action
              {...{ operation: 'setApiKeyGrace', path: { id: row.id }, kind: 'small', label: 'Grace' }}
              title={`How long the secret from before opens ${row.displayName}`}
              submit="Set"
            />
          )}
          <Action
            {...{ operation: 'revokeApiKey', path: { id: row.id }, kind: 'small', isDanger: true }}
            label="Revoke"
            title={`Revoke ${row.displayName}`}
            submit="Revoke"
          >
            <p>Whoever shows it is refused from now on.</p>
          </Action>
        </span>
      ),
  },
];

export function Keys() {
  const keys = api.useQuery('get', '/api/v1/api-keys', { params: { query: usePage() } }, held);
  return (
    <Screen>
      <PageHead title="API keys" about="Who may ask from outside.">
        <Action
          {...{ operation: 'createApiKey', kind: 'primary', label: 'New key', submit: 'Make it' }}
          onDone={tellSecret}
        />
      </PageHead>
      <List of={keys} name="API keys" columns={columns} keyOf={({ id }) => id} empty="No key." />
    </Screen>
  );
}
