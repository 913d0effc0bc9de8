import { Link, useNavigate, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { idColumn, pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain } from '~/parts/table';
import { Time } from '~/parts/time';

type Product = Wire['Product'];
const states = ['PUBLISHED', 'ARCHIVED'] as const;

const columns = [
  idColumn<Product>(({ id }) => pathTo('products', id)),
  plain<Product>('Name', ({ displayName }) => displayName),
  stateColumn<Product>(({ status }) => status),
  timeColumn<Product>('Made', ({ createdAt }) => createdAt),
];

export function Products() {
  const go = useNavigate();
  const status = useChoice('status', states);
  const query = { ...usePage(), ...(status && { status }) };
  const products = api.useQuery('get', '/api/v1/products', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Products" about="What is sold: each has plans and addons of its own.">
        <Action
          {...{ operation: 'createProduct', kind: 'primary' }}
          {...{ label: 'New product', submit: 'Make it' }}
          onDone={(made) => void go(pathTo('products', (made as Product).id))}
        />
      </PageHead>
      <Filters>
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List
        of={products}
        name="Products"
        columns={columns}
        keyOf={({ id }) => id}
        empty="No product yet. A catalog begins with one."
      />
    </Screen>
  );
}

export function Product() {
  const { id = '' } = useParams();
  const product = api.useQuery('get', '/api/v1/products/{id}', { params: { path: { id } } });
  return <Asked of={product}>{({ data }) => <Told of={data} />}</Asked>;
}

function Told({ of }: { of: Product }) {
  const path = { id: of.id };
  const isArchived = of.status === 'ARCHIVED';
  return (
    <Screen>
      <PageHead title={of.displayName} about={<code>{of.id}</code>} badge={<Badge of={of.status} />}>
        <Action
          {...{ operation: 'updateProduct', path }}
          label="Change"
          title="Change the product"
          given={of}
        />
        <Action {...{ operation: 'duplicateProduct', path }} label="Copy" title="Copy the product" />
        {isArchived ? (
          <Action
            {...{ operation: 'unarchiveProduct', path }}
            label="Take back"
            title="Take back from the archive"
          />
        ) : (
          <Action {...{ operation: 'archiveProduct', path }} label="Archive" isDanger>
            <p>No plan or addon of it can be sold any more. Subscriptions stay as they are.</p>
          </Action>
        )}
      </PageHead>
      <div className="grid">
        <div className="card">
          <Facts
            of={[
              ['Description', of.description],
              ['Several subscriptions at a time', of.multipleSubscriptions ? 'Yes' : 'No'],
              ['When a subscription ends', <Badge of={of.productSettings?.subscriptionEndSetup} />],
              ['When one is cancelled', <Badge of={of.productSettings?.subscriptionCancellationTime} />],
              ['Made', <Time of={of.createdAt} />],
              ['Changed', <Time of={of.updatedAt} />],
            ]}
          />
        </div>
        <EndsWith productId={of.id} />
        <Section title="Packages">
          <ul className="card stack tight">
            <li>
              <Link to={`/plans?product=${encodeURIComponent(of.id)}`}>Plans of this product</Link>
            </li>
            <li>
              <Link to={`/addons?product=${encodeURIComponent(of.id)}`}>Addons of this product</Link>
            </li>
            <li>
              <Link to={`/matrix?product=${encodeURIComponent(of.id)}`}>Side by side</Link>
            </li>
          </ul>
        </Section>
      </div>
    </Screen>
  );
}

/** Products whose subscriptions end with those on this one. */
function EndsWith({ productId }: { productId: string }) {
  const path = { id: productId };
  const rules = api.useQuery('get', '/api/v1/products/{id}/auto-cancellation-rules', { params: { path } });
  return (
    <Section
      title="What ends with it"
      actions={
        <Action
          {...{ operation: 'createAutoCancellationRule', path, kind: 'small', label: 'Add' }}
          title="A product whose subscriptions end with those on this one"
          submit="Add"
        />
      }
    >
      <div className="card">
        <Asked of={rules}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="soft">Nothing.</p>
            ) : (
              <ul className="stack tight">
                {data.map(({ targetProductId }) => (
                  <li key={targetProductId} className="row apart">
                    <Link to={pathTo('products', targetProductId)}>{targetProductId}</Link>
                    <Action
                      {...{ operation: 'deleteAutoCancellationRule', path: { ...path, targetProductId } }}
                      {...{
                        kind: 'small',
                        label: 'Remove',
                        title: `Remove ${targetProductId}`,
                        isDanger: true,
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Asked>
      </div>
    </Section>
  );
}
