import { Filters, TextFilter } from '~/parts/filters';
import { PageHead, Screen } from '~/parts/page';
import { useFilter } from '~/parts/paging';
import { ActivityList } from './activity-list';

export function Activity() {
  const [entityId] = useFilter('entity');
  const [type] = useFilter('type');
  const [actor] = useFilter('actor');
  return (
    <Screen>
      <PageHead title="Activity" about="Who did what. Each entry holds the one before it fast." />
      <Filters>
        <TextFilter name="entity" label="Id" />
        <TextFilter name="type" label="What" />
        <TextFilter name="actor" label="By" />
      </Filters>
      <ActivityList
        name="Activity"
        of={{ ...(entityId ? { entityId } : {}), ...(type ? { type } : {}), ...(actor ? { actor } : {}) }}
      />
    </Screen>
  );
}
