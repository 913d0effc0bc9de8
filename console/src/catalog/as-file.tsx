import { useId, useState, type ChangeEvent } from 'react';
import { useMay } from '~/api/access';
import type { Wire } from '~/api/client';
import { send } from '~/api/sending';
import { tellName, tellNumber } from '~/parts/amounts';
import { save } from '~/parts/csv';
import { FaultNotice } from '~/parts/fault';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';

type Planned = Wire['CatalogPlanned'];
type Change = Wire['CatalogChange'];

const columns: Column<Change>[] = [
  plain('Does', ({ action }) => tellName(action)),
  plain('To', ({ kind }) => tellName(kind)),
  plain('Id', ({ id }) => id),
  plain('Fields', ({ fields }) => fields.map(({ path }) => path).join(', ')),
];

/** The whole catalog as one file: taken away, changed, and its effect seen before it is applied. */
export function AsFile() {
  const mayApply = useMay('plans:write');
  const [document, setDocument] = useState<unknown>();
  const [planned, setPlanned] = useState<Planned>();
  const [fault, setFault] = useState<unknown>();
  const [done, setDone] = useState<string>();
  const id = useId();

  const attempt = async (work: () => Promise<void>) => {
    setFault(undefined);
    setDone(undefined);
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
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    return attempt(async () => {
      setPlanned(undefined);
      if (!file) return;
      const chosen: unknown = JSON.parse(await file.text());
      setDocument(chosen);
      setPlanned((await send('planCatalog', { body: { document: chosen, blastRadius: true } })) as Planned);
    });
  };
  const apply = () =>
    attempt(async () => {
      await send('applyCatalog', { body: { document, hash: planned?.hash } });
      setPlanned(undefined);
      setDone('Applied.');
    });

  return (
    <Screen>
      <PageHead title="Catalog as a file" about="All that is sold, in one JSON document.">
        <button type="button" onClick={() => void take()}>
          Take it away
        </button>
      </PageHead>
      {mayApply && (
        <div className="card stack tight">
          <label htmlFor={id}>A changed file: what it would do is shown before anything is done</label>
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            onChange={(event) => void choose(event)}
          />
        </div>
      )}
      {fault !== undefined && <FaultNotice error={fault} />}
      {done && <div className="notice good">{done}</div>}
      {planned && (
        <Section
          title="What it would do"
          actions={
            planned.changes.length > 0 && (
              <button type="button" className="primary" onClick={() => void apply()}>
                Apply these {planned.changes.length}
              </button>
            )
          }
        >
          {planned.blastRadius && (
            <div className="card">
              <Facts
                of={[
                  ['Customers who have it', tellNumber(planned.blastRadius.customers)],
                  ['Whose access changes', tellNumber(planned.blastRadius.customersChanged)],
                  ['Who would be above a limit', tellNumber(planned.blastRadius.customersBelowUsage)],
                ]}
              />
            </div>
          )}
          <Table
            name="Changes"
            rows={planned.changes}
            columns={columns}
            keyOf={(_row, at) => String(at)}
            empty="Nothing: the catalog is what the file says."
          />
        </Section>
      )}
    </Screen>
  );
}
