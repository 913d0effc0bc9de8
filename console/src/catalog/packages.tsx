import { useNavigate, useParams } from 'react-router';
import type { Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { idColumn, pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters, TextFilter } from '~/parts/filters';
import { List } from '~/parts/list';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { useChoice, useFilter, usePage } from '~/parts/paging';
import { plain, Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { BlastRadius } from './blast-radius';
import { chargesGiven } from './charges-given';
import { DraftChanges } from './draft-changes';
import { PackageGroups } from './package-groups';
import {
  operationsOf,
  useCharges,
  useDraft,
  useEntitlements,
  usePackage,
  usePackages,
} from './package-reads';
import type { Charge, Entitlement, Kind, Package } from './package-reads';
import { tellBehavior, tellCharge, tellChargeName, tellEntitlement } from './telling';

const states = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const;

export const Plans = () => <Packages kind="plan" title="Plans" about="What a customer subscribes to." />;
export const Addons = () => (
  <Packages kind="addon" title="Addons" about="What a customer takes beside a plan." />
);
export const Plan = () => <PackageScreen kind="plan" />;
export const Addon = () => <PackageScreen kind="addon" />;

const columnsOf = (kind: Kind): Column<Package>[] => [
  idColumn(({ id }) => pathTo(`${kind}s`, id)),
  plain('Name', ({ displayName }) => displayName),
  plain('Product', ({ productId }) => productId),
  plain('Pricing', ({ pricingType }) => pricingType),
  plain('Version', ({ versionNumber }) => versionNumber, { isNumber: true }),
  stateColumn(({ status }) => status),
  timeColumn('Changed', ({ updatedAt }) => updatedAt),
];

function Packages({ kind, title, about }: { kind: Kind; title: string; about: string }) {
  const go = useNavigate();
  const status = useChoice('status', states);
  const [product] = useFilter('product');
  const packages = usePackages(kind, {
    ...usePage(),
    ...(product ? { productId: product } : {}),
    ...(status && { status }),
  });
  const { create } = operationsOf(kind);
  return (
    <Screen>
      <PageHead title={title} about={about}>
        <Action
          {...{ operation: create, kind: 'primary', label: `New ${kind}`, submit: 'Make a draft' }}
          given={product ? { productId: product } : undefined}
          onDone={(made) => void go(pathTo(`${kind}s`, (made as Package).id))}
        />
      </PageHead>
      <Filters>
        <TextFilter name="product" label="Product" />
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List
        of={packages}
        name={title}
        columns={columnsOf(kind)}
        keyOf={({ id }) => id}
        empty={`No ${kind} here. A new one begins as a draft, and is sold once it is published.`}
      />
    </Screen>
  );
}

function PackageScreen({ kind }: { kind: Kind }) {
  const { id = '' } = useParams();
  const latest = usePackage(kind, id);
  return <Asked of={latest}>{({ data }) => <Told key={id} kind={kind} latest={data} />}</Asked>;
}

function Told({ kind, latest }: { kind: Kind; latest: Package }) {
  const draft = useDraft(kind, latest);
  const shown = draft ?? latest;
  const { ...operations } = operationsOf(kind);
  const path = { id: latest.id };
  const isDraft = shown.status === 'DRAFT';
  const isFirst = isDraft && latest.status === 'DRAFT';
  return (
    <Screen>
      <PageHead
        title={shown.displayName}
        about={
          <>
            <code>{shown.id}</code> of {shown.productId}, version {shown.versionNumber}
          </>
        }
        badge={<Badge of={shown.status} />}
      >
        {isDraft && (
          <>
            <Action
              {...{ operation: operations.update, path }}
              label="Change"
              title={`Change the ${kind}`}
              given={shown}
              isWide
            />
            {!isFirst && (
              <Action
                {...{ operation: 'planPublication', label: 'Who would notice?', submit: 'Find out' }}
                {...{ title: 'Who would notice', isWide: true }}
                fixed={{ kind: kind === 'plan' ? 'PLAN' : 'ADDON', id: latest.id }}
                onDone={(radius) => <BlastRadius of={radius as Wire['BlastRadius']} />}
              >
                <p>
                  What would become of customers if this draft were published for <em>all customers</em>.
                  Nothing is changed by asking.
                </p>
              </Action>
            )}
            <Action
              {...{ operation: operations.publish, path, kind: 'primary' }}
              {...{ label: 'Publish', title: `Publish version ${shown.versionNumber}`, submit: 'Publish' }}
              given={{ migrationType: 'NEW_CUSTOMERS' }}
            >
              <p>
                From then on this version never changes. New customers get it; with <em>all customers</em>{' '}
                those who have an older version are moved to it by a task.
              </p>
            </Action>
            {!isFirst && (
              <Action {...{ operation: operations.discard, path }} label="Discard the draft" isDanger>
                <p>What is published stays as it is.</p>
              </Action>
            )}
          </>
        )}
        {!isDraft && shown.status === 'PUBLISHED' && (
          <Action
            {...{ operation: operations.draft, path, kind: 'primary' }}
            label="Edit in a draft"
            submit="Begin a draft"
          >
            <p>What is published never changes. A draft begins as its copy.</p>
          </Action>
        )}
        {shown.status === 'ARCHIVED' ? (
          <Action
            {...{ operation: operations.unarchive, path }}
            label="Take back"
            title="Take back from the archive"
          />
        ) : (
          <Action {...{ operation: operations.archive, path }} label="Archive" isDanger>
            <p>It can be bought no more. Whoever has it keeps it.</p>
          </Action>
        )}
      </PageHead>
      {isDraft && !isFirst && <DraftChanges kind={kind} published={latest} draft={shown} />}
      <Contents kind={kind} of={shown} isDraft={isDraft} />
    </Screen>
  );
}

function Contents({ kind, of, isDraft }: { kind: Kind; of: Package; isDraft: boolean }) {
  const entitlements = useEntitlements(kind, of.id, of.versionNumber);
  const charges = useCharges(kind, of.id, of.versionNumber);
  const { ownerId, update, addEntitlements, order } = operationsOf(kind);
  return (
    <>
      <div className="card">
        <Facts
          of={[
            ['Description', of.description],
            ['Pricing', of.pricingType ? <Badge of={of.pricingType} /> : null],
            ['Changed', <Time of={of.updatedAt} />],
          ]}
        />
      </div>
      <Section
        title="Entitlements"
        actions={
          isDraft && (
            <>
              <Action
                {...{ operation: addEntitlements, path: { [ownerId]: of.id } }}
                {...{ label: 'Add entitlements', submit: 'Add', hints: { id: 'feature' } }}
              />
              {(entitlements.data?.data.length ?? 0) > 1 && (
                <Action
                  {...{ operation: order, path: { [ownerId]: of.id } }}
                  {...{ label: 'Order', title: 'Order the entitlements', fields: ['entitlements'] }}
                  given={{ entitlements: entitlements.data?.data.map(({ type, id }) => ({ type, id })) }}
                />
              )}
            </>
          )
        }
      >
        <Asked of={entitlements}>
          {({ data }) => (
            <Table
              name="Entitlements"
              rows={data}
              keyOf={({ type, id }) => `${type} ${id}`}
              columns={entitlementColumns(kind, of, isDraft)}
              empty="It grants nothing yet."
            />
          )}
        </Asked>
      </Section>
      <PackageGroups kind={kind} of={of} isDraft={isDraft} />
      <Section
        title="Prices"
        actions={
          isDraft && (
            <Action
              {...{ operation: update, path: { id: of.id }, fields: ['charges'], isWide: true }}
              {...{ label: 'Set prices', given: { charges: chargesGiven(of, charges.data?.data ?? []) } }}
            >
              <p className="soft">They replace the prices that the draft has.</p>
            </Action>
          )
        }
      >
        <Asked of={charges}>
          {({ data }) => (
            <Table
              name="Prices"
              rows={data}
              keyOf={({ id }) => id}
              columns={chargeColumns}
              empty="It costs nothing yet."
            />
          )}
        </Asked>
      </Section>
    </>
  );
}

function entitlementColumns(kind: Kind, owner: Package, isDraft: boolean): Column<Entitlement>[] {
  const { ownerId, updateEntitlement, deleteEntitlement } = operationsOf(kind);
  const path = (id: string) => ({ [ownerId]: owner.id, id });
  const columns: Column<Entitlement>[] = [
    plain('Of', ({ id }) => id),
    plain('Kind', ({ type }) => (type === 'CREDIT' ? 'Credits' : 'Feature')),
    plain('Grants', tellEntitlement),
    plain('Against other sources', tellBehavior),
  ];
  if (!isDraft) return columns;
  return [
    ...columns,
    {
      head: 'Do',
      cell: (row) => (
        <span className="row">
          <Action
            {...{ operation: updateEntitlement, path: path(row.id), kind: 'small', label: 'Change' }}
            {...{ title: `Change what it grants of ${row.id}`, given: row }}
          />
          <Action
            {...{ operation: deleteEntitlement, path: path(row.id), query: { type: row.type } }}
            {...{ kind: 'small', label: 'Remove', title: `Remove ${row.id}`, isDanger: true }}
          />
        </span>
      ),
    },
  ];
}

const chargeColumns: Column<Charge>[] = [
  plain('Of', tellChargeName),
  plain('Price', tellCharge),
  plain('Country', ({ billingCountryCode }) => billingCountryCode),
];
