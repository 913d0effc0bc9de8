/** As text of a page or of an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`;

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
