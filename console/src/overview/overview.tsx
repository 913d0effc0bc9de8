import { Link } from 'react-router';
import { api } from '~/api/client';
import { useMay } from '~/api/access';
import { tellName } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { PageHead, Screen, Section } from '~/parts/page';
import { Time } from '~/parts/time';
import { FailingPayments, WalletsInOverdraft } from './attention';
import { Attention, few } from './attention-list';
import { Figures } from './figures';
import { Usage } from './usage';

/** What is going on, and what needs attention. */
export function Overview() {
  const may = {
    plans: useMay('plans:read'),
    subscriptions: useMay('subscriptions:read'),
    usage: useMay('usage:read'),
    tasks: useMay('environmentSettings:read'),
    webhooks: useMay('webhooks:read'),
    invoices: useMay('invoices:read'),
    credits: useMay('credits:read'),
    activity: useMay('activity:read'),
  };
  return (
    <Screen>
      <PageHead title="Overview" />
      {may.plans && <FirstSteps />}
      {may.subscriptions && <Figures />}
      {may.usage && <Usage />}
      <div className="grid">
        {may.subscriptions && <EndingTrials />}
        {may.tasks && <FailedTasks />}
        {may.webhooks && <FailingWebhooks />}
        {may.invoices && <FailingPayments />}
        {may.credits && <WalletsInOverdraft />}
      </div>
      {may.activity && <Latest />}
    </Screen>
  );
}

/** Until something is sold: what comes next. */
function FirstSteps() {
  const query = { limit: 1 };
  const plans = api.useQuery('get', '/api/v1/plans', { params: { query } });
  if (!plans.data || plans.data.data.length > 0) return null;
  return (
    <Section title="The first steps">
      <ol className="card stack tight steps">
        <li>
          <Link to="/products">Make a product</Link>: what is sold.
        </li>
        <li>
          <Link to="/features">Make a feature</Link>: what a customer may do.
        </li>
        <li>
          <Link to="/plans">Make a plan</Link> of the product that grants the feature, and publish it.
        </li>
        <li>
          <Link to="/customers">Make a customer</Link> and subscribe it.
        </li>
      </ol>
    </Section>
  );
}

function EndingTrials() {
  const query = { limit: few, status: ['IN_TRIAL' as const] };
  const trials = api.useQuery('get', '/api/v1/subscriptions', { params: { query } });
  return (
    <Attention title="Trials" of={trials} rows={({ data }) => data} none="No trial runs.">
      {({ id, customerId, planId, trialEndDate }) => (
        <>
          <Link to={pathTo('subscriptions', id)}>
            {customerId}: {planId}
          </Link>
          <span>
            ends <Time of={trialEndDate} />
          </span>
        </>
      )}
    </Attention>
  );
}

function FailedTasks() {
  const query = { limit: few, state: ['FAILED' as const, 'PARTIALLY_FAILED' as const] };
  const tasks = api.useQuery('get', '/api/v1/tasks', { params: { query } });
  return (
    <Attention title="Tasks that failed" of={tasks} rows={({ data }) => data} none="None.">
      {({ kind, state, progress }) => (
        <>
          <Link to={`/tasks?state=${state}`}>{tellName(kind)}</Link>
          <span>
            {progress.failed} of {progress.total} <Badge of={state} />
          </span>
        </>
      )}
    </Attention>
  );
}

function FailingWebhooks() {
  const webhooks = api.useQuery('get', '/api/v1/webhooks', { params: { query: { limit: 100 } } });
  return (
    <Attention
      title="Webhooks that fail"
      of={webhooks}
      rows={({ data }) => data.filter(({ failingSince, stoppedAt }) => failingSince ?? stoppedAt)}
      none="None."
    >
      {({ id, name, failingSince }) => (
        <>
          <Link to={pathTo('webhooks', id)}>{name}</Link>
          <span>
            since <Time of={failingSince} />
          </span>
        </>
      )}
    </Attention>
  );
}

function Latest() {
  const activity = api.useQuery('get', '/api/v1/activity', { params: { query: { limit: 10 } } });
  return (
    <Section title="Lately" actions={<Link to="/activity">All activity</Link>}>
      <div className="card">
        <Asked of={activity}>
          {({ data }) => (
            <ul className="stack tight">
              {data.map(({ id, type, entityId, createdAt }) => (
                <li key={id} className="row apart">
                  <span>
                    {type} <span className="id soft">{entityId}</span>
                  </span>
                  <Time of={createdAt} />
                </li>
              ))}
              {data.length === 0 && <li className="soft">Nothing was done yet.</li>}
            </ul>
          )}
        </Asked>
      </div>
    </Section>
  );
}
