import { useState } from 'react';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellName } from '~/parts/amounts';
import { stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { Window } from '~/parts/window';

type Task = Wire['Task'];
type Result = Wire['TaskResult'];
const states = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'PARTIALLY_FAILED', 'FAILED', 'CANCELED'] as const;
const atWork = ['PENDING', 'IN_PROGRESS'];
const everyMs = 2_000;

/** Long work, with how far it is. While some of it is at work it is asked again. */
export function Tasks() {
  const state = useChoice('state', states);
  const [opened, open] = useState<Task>();
  const query = { ...usePage(), ...(state && { state }) };
  const tasks = api.useQuery(
    'get',
    '/api/v1/tasks',
    { params: { query } },
    {
      ...held,
      refetchInterval: (asked) =>
        asked.state.data?.data.some((task) => atWork.includes(task.state)) ? everyMs : false,
    },
  );
  return (
    <Screen>
      <PageHead title="Tasks" about="Work that takes longer than an answer." />
      <Filters>
        <ChoiceFilter name="state" label="State" of={states} />
      </Filters>
      <List of={tasks} name="Tasks" columns={columns(open)} keyOf={({ id }) => id} empty="No task yet." />
      <Window
        title={opened ? tellName(opened.kind) : ''}
        isOpen={opened !== undefined}
        onClose={() => open(undefined)}
        isWide
      >
        {opened && <Results of={opened.id} />}
      </Window>
    </Screen>
  );
}

const columns = (open: (task: Task) => void): Column<Task>[] => [
  {
    head: 'Task',
    text: ({ kind }) => kind,
    cell: (row) => (
      <button type="button" className="plain small" onClick={() => open(row)}>
        {tellName(row.kind)}
      </button>
    ),
  },
  plain('About', ({ entityType, entityId }) => `${tellName(entityType)} ${entityId}`),
  stateColumn(({ state }) => state, 'State'),
  {
    head: 'Progress',
    text: ({ progress: { done, failed, total } }) => `${done} of ${total}, ${failed} failed`,
    cell: ({ progress: { done, failed, total } }) => (
      <>
        <progress value={done + failed} max={Math.max(total, 1)} aria-label="Progress" /> {done} of {total}
        {failed > 0 && `, ${failed} failed`}
      </>
    ),
  },
  timeColumn('Begun', ({ startedAt }) => startedAt),
  timeColumn('Done', ({ finishedAt }) => finishedAt),
  {
    head: 'Do',
    cell: (row) =>
      atWork.includes(row.state) && (
        <Action
          {...{ operation: 'cancelTask', path: { id: row.id } }}
          kind="small"
          label="Stop"
          title="Stop the task"
          isDanger
        />
      ),
  },
];

function Results({ of }: { of: string }) {
  const results = api.useQuery(
    'get',
    '/api/v1/tasks/{id}/results',
    { params: { path: { id: of }, query: usePage('result-') } },
    held,
  );
  return (
    <List
      of={results}
      name="Results"
      prefix="result-"
      keyOf={({ id }) => id}
      columns={[
        stateColumn<Result>(({ state }) => state, 'State'),
        plain<Result>('About', ({ entityType, entityId }) => `${tellName(entityType)} ${entityId}`),
        plain<Result>('Code', ({ code }) => code),
        plain<Result>('Message', ({ message }) => message),
      ]}
      empty="No results yet."
    />
  );
}
