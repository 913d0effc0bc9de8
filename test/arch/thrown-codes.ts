import ts from 'typescript';
import { isTest, parse, type SourceFile, visit } from './source-tree';

// A code counts where it is thrown or declared to be thrown, not where its name is a value of the wire
// (the reasons of denied access share some of the words).
const throwers = /^(DomainError|whenViolated|refuse\w*|super)$/;
const declarations = /^(code|\w+Codes?|notFound\w*|refusal\w*)$/;

const nameOf = (node: ts.Node | undefined): string => (node ? node.getText() : '');

const throws = (node: ts.Node): boolean => {
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
    return throwers.test(nameOf(node.expression).split('.').at(-1) ?? '');
  }
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) {
    return declarations.test(nameOf(node.name)) || /\bErrorCode\b/.test(nameOf(node.type));
  }
  if (ts.isPropertyAssignment(node)) return declarations.test(nameOf(node.name));
  return ts.isSatisfiesExpression(node) && /\bErrorCode\b/.test(nameOf(node.type));
};

const isThrown = (literal: ts.Node): boolean => {
  for (let node = literal.parent; !ts.isSourceFile(node); node = node.parent) {
    if (throws(node)) return true;
  }
  return false;
};

const listsAllCodes = (path: string): boolean =>
  /^libs\/kernel\/errors\/(catalogue|reserved|[a-z-]+-codes)\.ts$/.test(path);

/** The codes of the catalogue that production code throws, or names as what it will throw. */
export const thrownCodes = (files: readonly SourceFile[], codes: ReadonlySet<string>): Set<string> => {
  const thrown = new Set<string>();
  for (const file of files.filter(({ path }) => !isTest(path) && !listsAllCodes(path))) {
    visit(parse(file), (node) => {
      if (ts.isStringLiteral(node) && codes.has(node.text) && isThrown(node)) thrown.add(node.text);
    });
  }
  return thrown;
};
