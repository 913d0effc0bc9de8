import type { Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellName, tellNumber } from '~/parts/amounts';
import { plain, Table } from '~/parts/table';

type Estimated = Wire['EstimateEventData'];
type Estimate = Wire['Estimate'];

/** What usage, or an event, would cost in credits; nothing is counted by asking. */
export function Estimates({ customerId, featureId }: { customerId: string; featureId: string }) {
  const tell = (answer: unknown) => <Told of={answer as Estimated} />;
  return (
    <>
      <Action
        {...{ operation: 'estimateUsage', kind: 'small', label: 'What would it cost?' }}
        {...{ title: 'What usage would cost', submit: 'Estimate', onDone: tell }}
        fixed={{ customerId }}
        given={featureId ? { featureId } : undefined}
      />
      <Action
        {...{ operation: 'estimateEvent', kind: 'small', label: 'And an event?' }}
        {...{ title: 'What an event would cost', submit: 'Estimate', onDone: tell }}
        fixed={{ customerId }}
      />
    </>
  );
}

const Told = ({ of: { estimates, warnings } }: { of: Estimated }) => (
  <div className="stack">
    {warnings.length > 0 && <div className="notice warn">{warnings.map(tellName).join(', ')}</div>}
    <Table
      name="Estimate"
      rows={estimates}
      keyOf={({ currencyId }) => currencyId}
      columns={[
        plain<Estimate>('Currency', ({ currencyId }) => currencyId),
        plain<Estimate>('Would cost', ({ estimatedCost }) => tellNumber(estimatedCost), { isNumber: true }),
        plain<Estimate>('Has', ({ currentBalance }) => tellNumber(currentBalance), { isNumber: true }),
        plain<Estimate>('Would have', ({ balanceAfterEstimate }) => tellNumber(balanceAfterEstimate), {
          isNumber: true,
        }),
        plain<Estimate>('Owed', ({ wouldOverdraft }) => (wouldOverdraft ? 'yes' : 'no')),
      ]}
      empty="It costs no credits."
    />
  </div>
);
