const links = [
  ['/docs', 'API reference', 'every REST operation, ready to try'],
  ['/graphql', 'GraphiQL', 'the same use cases over GraphQL'],
  ['/openapi.json', 'openapi.json', 'the REST contract'],
  ['/schema.graphql', 'schema.graphql', 'the GraphQL contract'],
  ['/health/ready', 'Health', 'is this process ready to serve?'],
  ['/metrics', 'Metrics', 'in the words of Prometheus'],
] as const;

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.5rem}li{margin:.4rem 0}a{color:#0b5fff}`;

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`;

export const frontPage = (): string =>
  page(
    'Entitlements service',
    `<style>${style}</style>`,
    `<h1>Entitlements service</h1><p>Pricing, packaging and entitlements: what may this customer do, now?</p><ul>` +
      links.map(([href, name, about]) => `<li><a href="${href}">${name}</a>: ${about}</li>`).join('') +
      `</ul>`,
  );

export const graphiqlPage = page(
  'GraphiQL',
  `<link rel="stylesheet" href="/graphiql/graphiql.min.css"><style>html,body,#graphiql{height:100%;margin:0}</style>`,
  `<div id="graphiql">Loading…</div>` +
    ['react.production.min.js', 'react-dom.production.min.js', 'graphiql.min.js', 'start.js']
      .map((file) => `<script src="/graphiql/${file}"></script>`)
      .join(''),
);

const firstQuery = `# Put your server key into the Headers pane below, then press play.
{
  products(first: 5) {
    edges { node { id displayName } }
    totalCount
  }
}
`;

/** The key goes into GraphiQL's header pane; it is never part of an address, and it is not remembered. */
export const graphiqlStart = `const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultHeaders: '{ "X-API-Key": "server-" }',
    defaultQuery: ${JSON.stringify(firstQuery)},
    shouldPersistHeaders: false,
  }),
);
`;
