import { Link, useLocation } from 'react-router';
import { Empty, PageHead, Screen } from '~/parts/page';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Screen>
      <PageHead title="No such screen" />
      <Empty>
        Nothing is at <code>{pathname}</code>. <Link to="/">To the overview</Link>
      </Empty>
    </Screen>
  );
}
