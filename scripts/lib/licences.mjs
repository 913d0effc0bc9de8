/** What may be shipped, and why: all may be used and passed on inside a closed product. Source: security.md S-05 */
const allowed = {
  MIT: 'its text is kept',
  ISC: 'as MIT',
  'BSD-2-Clause': 'its text is kept',
  'BSD-3-Clause': 'its text is kept; its names are not used for praise',
  '0BSD': 'asks for nothing',
  'BlueOak-1.0.0': 'as MIT, and grants patents',
  'Apache-2.0': 'its text and its notices are kept; grants patents',
  'Python-2.0': 'as BSD; of a part of the page for GraphQL',
  PostgreSQL: 'as BSD',
  'OFL-1.1': 'of fonts, which are passed on as they are and not sold by themselves',
};

/** Packages that say nothing npm can read. */
const looked = {
  'png-js': { licence: 'MIT', reason: 'its file LICENSE; package.json of it has no such field' },
};

/** `A AND B` in brackets or not: all of them bind. Whatever else an expression says is for a person to read. */
const partsOf = (expression) => expression.replace(/^\((.*)\)$/, '$1').split(' AND ');

const licenceOf = ({ name, licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' AND ') ||
  looked[name]?.licence ||
  'none';

/** @returns a line for each component whose licence nobody has allowed, and for each thing here that is not needed any more */
export function faultsOfLicences(components) {
  const told = components.map((component) => ({
    reference: component['bom-ref'],
    parts: partsOf(licenceOf(component)),
  }));
  const refused = told.filter(({ parts }) => !parts.every((part) => Object.hasOwn(allowed, part)));
  const names = new Set(components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name));
  return [
    ...refused.map(({ reference, parts }) => `${reference}: ${parts.join(' AND ')} is not allowed`),
    ...Object.keys(looked)
      .filter((name) => !names.has(name))
      .map(
        (name) => `${name}: says its licence itself now, or is gone; take it out of scripts/lib/licences.mjs`,
      ),
  ];
}
