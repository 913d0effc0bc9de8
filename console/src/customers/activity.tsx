import { ActivityList } from '~/operations/activity-list';
import { useCustomer } from './customer';

export function ActivityOfCustomer() {
  const { id } = useCustomer();
  return <ActivityList name={`Activity of ${id}`} of={{ parentId: id }} />;
}
