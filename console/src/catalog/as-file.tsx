import { useId, useState, type ChangeEvent } from 'react';
import { useMay } from '~/api/access';
import type { Wire } from '~/api/client';
import { send } from '~/api/sending';
import { tellName } from '~/parts/amounts';
import { save } from '~/parts/csv';
import { FaultNotice } from '~/parts/fault';
import { PageHead, Screen, Section } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';
import { BlastRadius } from './blast-radius';

type Planned = Wire['CatalogPlanned'];
type Change = Wire['CatalogChange'];

const columns: Column<Change>[] = [
  plain('Does', ({ action }) => tellName(action)),
  plain('To', ({ kind }) => tellName(kind)),
  plain('Id', ({ id }) => id),
  plain('Fields', ({ fields }) => fields.map(({ path }) => path).join(', ')),
];

const migrations = {
  NEW_CUSTOMERS: 'New customers alone',
  ALL_CUSTOMERS: 'All customers, who are moved to it',
} as const;
type Migration = keyof typeof migrations;

/** The whole catalog as one file: taken away, changed, and its effect seen before it is applied. */
export function AsFile() {
  const mayApply = useMay('plans:write');
  const [document, setDocument] = useState<unknown>();
  const [migration, setMigration] = useState<Migration>('NEW_CUSTOMERS');
  const [planned, setPlanned] = useState<Planned>();
  const [fault, setFault] = useState<unknown>();
  const [isDone, setDone] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setFault(undefined);
    setDone(false);
    try {
      await work();
    } catch (error) {
      setFault(error);
    }
  };
  const take = () =>
    attempt(async () => {
      const exported = await send('getCatalogExport');
      save('catalog.json', new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' }));
    });
  const plan = (chosen: unknown, migrationType: Migration) =>
    attempt(async () => {
      setPlanned(undefined);
      setDocument(chosen);
      setMigration(migrationType);
      if (chosen === undefined) return;
      const body = { document: chosen, options: { migrationType }, blastRadius: true };
      setPlanned((await send('planCatalog', { body })) as Planned);
    });
  const apply = () =>
    attempt(async () => {
      const body = { document, options: { migrationType: migration }, hash: planned?.hash };
      await send('applyCatalog', { body });
      setPlanned(undefined);
      setDone(true);
    });

  return (
    <Screen>
      <PageHead title="Catalog as a file" about="All that is sold, in one JSON document.">
        <button type="button" onClick={() => void take()}>
          Take it away
        </button>
      </PageHead>
      {mayApply && (
        <Choice
          migration={migration}
          onFile={(text) => void attempt(async () => plan(JSON.parse(text), migration))}
          onMigration={(chosen) => void plan(document, chosen)}
        />
      )}
      {fault !== undefined && <FaultNotice error={fault} />}
      {isDone && <div className="notice good">Applied.</div>}
      {planned && <Effect of={planned} onApply={() => void apply()} />}
    </Screen>
  );
}

function Choice({
  migration,
  onFile,
  onMigration,
}: {
  migration: Migration;
  onFile: (text: string) => void;
  onMigration: (chosen: Migration) => void;
}) {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) void file.text().then(onFile);
  };
  return (
    <div className="card stack">
      <div className="stack tight">
        <label htmlFor={id}>A changed file: what it would do is shown before anything is done</label>
        <input id={id} type="file" accept="application/json,.json" onChange={choose} />
      </div>
      <div className="stack tight">
        <label htmlFor={`${id}-for`}>Whom new versions are for</label>
        <select
          id={`${id}-for`}
          value={migration}
          onChange={(event) => onMigration(event.target.value as Migration)}
        >
          {Object.entries(migrations).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function Effect({ of, onApply }: { of: Planned; onApply: () => void }) {
  return (
    <Section
      title="What it would do"
      actions={
        of.changes.length > 0 && (
          <button type="button" className="primary" onClick={onApply}>
            Apply these {of.changes.length}
          </button>
        )
      }
    >
      {of.blastRadius && <BlastRadius of={of.blastRadius} />}
      <Table
        name="Changes"
        rows={of.changes}
        columns={columns}
        keyOf={(_row, at) => String(at)}
        empty="Nothing: the catalog is what the file says."
      />
    </Section>
  );
}
