/** Files of development packages that the service needs, by their folder in dist/assets. */
export const assets = {
  // What the GraphiQL page loads; it asks no foreign host.
  graphiql: [
    'graphiql/graphiql.min.js',
    'graphiql/graphiql.min.css',
    'react-umd/umd/react.production.min.js',
    'react-dom-umd/umd/react-dom.production.min.js',
  ],
  // Those of libs/business/documents/faces.ts.
  fonts: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
    '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
  ],
};

/** What the console is built with: packed into its scripts, with all that these packages need. */
const packedInConsole = [
  '@base-ui/react',
  '@tanstack/react-query',
  'oidc-client-ts',
  'openapi-fetch',
  'openapi-react-query',
  'react',
  'react-dom',
  'react-hook-form',
  'react-router',
  'uplot',
];

/** Names of the packages that those files are of, and of those in the console. */
export const packagesOfAssets = [
  ...new Set(
    Object.values(assets)
      .flat()
      .map((file) => /^(?:@[^/]+\/)?[^/]+/.exec(file)[0])
      .concat(packedInConsole),
  ),
];
