import { dirname, join } from 'node:path';
import ts from 'typescript';
import { parse, type SourceFile, visit } from './source-tree';

/** A text of the code with what is known of its parts in their places. */
export interface ReadText {
  /** The file and what the text is called there: `libs/tasks/task-leases.ts: take`. */
  at: string;
  text: string;
}

type Given = ReadonlyMap<string, string>;

/** Stands for a value that only the running code knows, and for the table of whatever repository asks. */
export const unknown = ' _ ';
export const anyTable = 'any_table';
const deepest = 15;
const nothingGiven: Given = new Map();

/** Reads texts as they are put together: constants, fragments and functions that make texts, also those of other files. */
export class SqlTexts {
  private readonly files: ReadonlyMap<string, ts.SourceFile>;

  constructor(sources: readonly SourceFile[]) {
    this.files = new Map(sources.map((source) => [source.path, parse(source)]));
  }

  /** Every text that the files write down, with its parts. */
  *all(): Generator<ReadText> {
    for (const [path, file] of this.files) {
      const roots = new Set<ts.Node>();
      visit(file, (node) => {
        if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) roots.add(wholeOf(node));
      });
      for (const root of roots)
        yield { at: `${path}: ${nameOf(root)}`, text: this.read(root, nothingGiven, 0) };
    }
  }

  private read(node: ts.Node, given: Given, depth: number): string {
    if (depth > deepest) return unknown;
    const next = (part: ts.Node): string => this.read(part, given, depth + 1);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return (
        node.head.text +
        node.templateSpans.map(({ expression, literal }) => next(expression) + literal.text).join('')
      );
    if (ts.isParenthesizedExpression(node)) return next(node.expression);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return next(node.left) + next(node.right);
    // Both, for either may come.
    if (ts.isConditionalExpression(node)) return `${next(node.whenTrue)} ${next(node.whenFalse)}`;
    if (ts.isCallExpression(node)) return this.readCall(node, given, depth);
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
      return this.readName(node, given, depth);
    return unknown;
  }

  private readName(node: ts.Identifier | ts.PropertyAccessExpression, given: Given, depth: number): string {
    const name = ts.isIdentifier(node) ? node.text : node.name.text;
    const value = ts.isIdentifier(node) ? given.get(name) : undefined;
    if (value !== undefined) return value;
    if (name === 'table') return anyTable;
    const said = this.meaningOf(node, name);
    return said ? this.read(said, given, depth + 1) : unknown;
  }

  private readCall(call: ts.CallExpression, given: Given, depth: number): string {
    const { expression } = call;
    const name =
      ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression) ? expression : undefined;
    const maker = name && this.meaningOf(name, ts.isIdentifier(name) ? name.text : name.name.text);
    if (!maker || !isMaker(maker)) return unknown;
    const inside = new Map<string, string>();
    for (const [index, { name: parameter }] of maker.parameters.entries()) {
      const argument = call.arguments[index];
      if (argument) inside.set(parameter.getText(), this.read(argument, given, depth + 1));
    }
    return resultsOf(maker)
      .map((result) => this.read(result, inside, depth + 1))
      .join(' ');
  }

  /** What a name stands for: in its own file, in the one it is imported from, or as every repository inherits it. */
  private meaningOf(node: ts.Node, name: string): ts.Node | undefined {
    const file = node.getSourceFile();
    const inherited = this.files.get('libs/persistence/tenant.repository.ts');
    return declared(node, name) ?? this.imported(file, name) ?? (inherited && assigned(inherited, name));
  }

  private imported(file: ts.SourceFile, name: string): ts.Node | undefined {
    const path = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      return (
        bindings && ts.isNamedImports(bindings) && bindings.elements.some((each) => each.name.text === name)
      );
    })?.moduleSpecifier as ts.StringLiteral | undefined;
    const other = path && this.files.get(`${pathOf(path.text, file.fileName)}.ts`);
    return other && topLevel(other, name);
  }
}

const pathOf = (specifier: string, from: string): string =>
  specifier.startsWith('#libs/') ? specifier.slice(1) : join(dirname(from), specifier);

type Maker = ts.ArrowFunction | ts.FunctionDeclaration | ts.MethodDeclaration;
const isMaker = (node: ts.Node): node is Maker =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);

function resultsOf({ body }: Maker): ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const results: ts.Expression[] = [];
  visit(body, (node) => {
    if (ts.isReturnStatement(node) && node.expression) results.push(node.expression);
  });
  return results;
}

/** The whole of a text that is written as a sum. */
function wholeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken
    ? wholeOf(parent)
    : node;
}

function nameOf(node: ts.Node): string {
  const { parent } = node;
  if (ts.isSourceFile(node) || !parent) return '';
  const isTop = ts.isVariableDeclaration(node) && ts.isSourceFile(parent.parent.parent);
  const isNamed =
    ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isPropertyDeclaration(node);
  if (isTop || isNamed) return node.name?.getText() ?? '';
  if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) return node.name.text;
  return nameOf(parent);
}

/** The nearest constant, function or member of that name around a node. */
function declared(node: ts.Node, name: string): ts.Node | undefined {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    const members = ts.isBlock(around)
      ? around.statements.map((each) => meaningIn(each, name))
      : ts.isClassLike(around)
        ? around.members.map((each) => memberIn(each, name))
        : [];
    const found = members.find((each) => each !== undefined);
    if (found) return found;
  }
  return topLevel(node.getSourceFile(), name);
}

const topLevel = (file: ts.SourceFile, name: string): ts.Node | undefined =>
  file.statements.map((each) => meaningIn(each, name)).find((each) => each !== undefined);

function meaningIn(statement: ts.Statement, name: string): ts.Node | undefined {
  if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
  if (!ts.isVariableStatement(statement)) return undefined;
  return statement.declarationList.declarations.find((each) => each.name.getText() === name)?.initializer;
}

function memberIn(member: ts.ClassElement, name: string): ts.Node | undefined {
  if (member.name?.getText() !== name) return undefined;
  return ts.isPropertyDeclaration(member) ? member.initializer : member;
}

/** `this.name = …` */
function assigned(file: ts.SourceFile, name: string): ts.Node | undefined {
  let found: ts.Node | undefined;
  visit(file, (node) => {
    if (ts.isBinaryExpression(node) && node.left.getText(file) === `this.${name}`) found ??= node.right;
  });
  return found;
}
