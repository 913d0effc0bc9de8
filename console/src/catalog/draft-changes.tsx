import { Section } from '~/parts/page';
import { plain, Table } from '~/parts/table';
import { differencesOf, type Difference } from './differences';
import { useCharges, useEntitlements, type Kind, type Package } from './package-reads';

const columns = [
  plain<Difference>('What', ({ about }) => about),
  plain<Difference>('Published', ({ before }) => before ?? '–'),
  plain<Difference>('Draft', ({ after }) => after ?? 'removed'),
];

/** What the draft would change, before anybody publishes it. */
export function DraftChanges({ kind, published, draft }: { kind: Kind; published: Package; draft: Package }) {
  const before = useVersion(kind, published);
  const after = useVersion(kind, draft);
  if (!before || !after) return null;
  return (
    <Section title="What this draft changes">
      <Table
        name="What this draft changes"
        rows={differencesOf(before, after)}
        columns={columns}
        keyOf={({ about }, at) => `${at} ${about}`}
        empty="Nothing: the draft is what is published."
      />
    </Section>
  );
}

function useVersion(kind: Kind, of: Package) {
  const entitlements = useEntitlements(kind, of.id, of.versionNumber).data?.data;
  const charges = useCharges(kind, of.id, of.versionNumber).data?.data;
  return entitlements && charges && { of, entitlements, charges };
}
