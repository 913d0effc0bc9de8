import ts from 'typescript';
import { isTest, parse, type SourceFile, sourceFiles, visit } from './source-tree';

// Domain: contracts-billing R1: exact decimals, never floats. Where no number is computed, none can be a float.
const files = sourceFiles('libs/business/pricing').filter(({ path }) => !isTest(path));

const { SyntaxKind } = ts;
const arithmetic = new Set<ts.SyntaxKind>([
  SyntaxKind.PlusToken,
  SyntaxKind.MinusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
  SyntaxKind.PercentToken,
  SyntaxKind.AsteriskAsteriskToken,
  SyntaxKind.PlusEqualsToken,
  SyntaxKind.MinusEqualsToken,
  SyntaxKind.AsteriskEqualsToken,
  SyntaxKind.SlashEqualsToken,
  SyntaxKind.PercentEqualsToken,
]);
// A Decimal compared by an operator is compared as a number or, beside another, as text.
const comparisons = new Set<ts.SyntaxKind>([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);
const toFloat = /^(parseFloat|parseInt|Number|Math|toNumber|toPrecision|valueOf)$/;

const isLength = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'length';

const computes = (node: ts.Node): boolean => {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    return arithmetic.has(operator) || (comparisons.has(operator) && !isLength(node.left));
  }
  if (ts.isPostfixUnaryExpression(node)) return true;
  if (ts.isPrefixUnaryExpression(node)) {
    return node.operator !== SyntaxKind.ExclamationToken && !ts.isNumericLiteral(node.operand);
  }
  return ts.isIdentifier(node) && toFloat.test(node.text);
};

const computing = (file: SourceFile): string[] => {
  const found: string[] = [];
  visit(parse(file), (node) => {
    if (computes(node)) found.push(`${file.path}: ${node.getText()}`);
  });
  return found;
};

describe('libs/business/pricing', () => {
  it('computes with decimals only: no arithmetic, comparison or conversion of numbers', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap(computing)).toEqual([]);
  });

  it.each(['a + b', 'a < b', 'i++', '-a', 'total += a', 'Number(a)', 'a.toNumber()', 'Math.round(a)'])(
    'would be told of %s',
    (text) => {
      expect(computing({ path: 'sample.ts', text })).not.toEqual([]);
    },
  );

  it('imports the kernel, values of the business and itself only', () => {
    const imported = files.flatMap((file) =>
      parse(file).statements.flatMap((statement) =>
        ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
          ? [statement.moduleSpecifier.text]
          : [],
      ),
    );
    expect(imported.filter((name) => !/^(#libs\/(kernel|business\/values)\/|\.\/)/.test(name))).toEqual([]);
  });
});
