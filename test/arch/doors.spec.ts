import 'reflect-metadata';
import ts from 'typescript';
import { isWithin, useCaseOf, type UseCaseFacts } from '#libs/use-cases/use-case';
import { marksOf } from '#libs/messaging/extension-marks';
import { servesKey } from '#libs/doors/served';
import { openKey } from '#libs/doors/guards';
import { ofUsers } from '#modules/platform/accounts';
import { permissions } from '#modules/platform/api-keys';
import { AppModule } from '../../src/app.module';
import { modules } from '../../src/areas';
import { sourceFiles } from './source-tree';

type Constructor = new (...args: never[]) => object;

const listed = (key: string): Constructor[] =>
  modules.flatMap((each) => (Reflect.getMetadata(key, each) as Constructor[] | undefined) ?? []);

/** Those that it inherits too, with the name of the class that has them: plans and addons share theirs. */
function methodsOf(type: Constructor): [name: string, method: object, owner: string][] {
  const found: [string, object, string][] = [];
  for (let at = type.prototype as object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== 'constructor' && typeof value === 'function') {
        found.push([name, value as object, at.constructor.name]);
      }
    }
  }
  return found;
}

const isA =
  (suffix: string) =>
  (type: unknown): type is Constructor =>
    typeof type === 'function' && type.name.endsWith(suffix);

const controllers = listed('controllers').filter(isA('Controller'));
const resolvers = listed('providers').filter(isA('Resolver'));
const services = listed('providers').filter(isA('Service'));
const offered = new Set(listed('exports'));
const lifecycle = new Set(['onApplicationBootstrap', 'onApplicationShutdown']);

/** Called by the framework alone: methods that extend others, and those of due work and of long tasks. */
const extending = (service: Constructor): string[] =>
  marksOf(service.prototype as object).flatMap(({ method }) => method ?? ['next', 'process']);

/** Fields below another view; REST tells the same by a list with a filter. */
const nestedOnly = new Set(['listSubscriptionsOfCustomers', 'listContractsOfCustomers']);

const factsOfDoors = (doors: Constructor[]): Map<string, UseCaseFacts | undefined> =>
  new Map(
    doors.flatMap((door) =>
      methodsOf(door).map(([name, method, owner]): [string, UseCaseFacts | undefined] => [
        `${owner}.${name}`,
        Reflect.getMetadata(servesKey, method) as UseCaseFacts | undefined,
      ]),
    ),
  );

/** Methods of a class in a file, with what TypeScript alone knows of them. */
function classMethods(text: string) {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const found: { type: string; name: string; isPrivate: boolean; calls: string[]; statements: number }[] = [];
  const visit = (node: ts.Node): void => {
    node.forEachChild(visit);
    if (!ts.isClassDeclaration(node) || !node.name) return;
    for (const member of node.members) {
      if (!ts.isMethodDeclaration(member) || !member.body) continue;
      const modifiers = ts.getCombinedModifierFlags(member);
      const isPrivate = (modifiers & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
      const name = member.name.getText();
      const calls = serviceCalls(member.body);
      found.push({ type: node.name.text, name, isPrivate, calls, statements: member.body.statements.length });
    }
  };
  visit(source);
  return found;
}

function serviceCalls(body: ts.Node): string[] {
  const calls: string[] = [];
  const visit = (node: ts.Node): void => {
    const target = ts.isCallExpression(node) ? node.expression : undefined;
    if (target && ts.isPropertyAccessExpression(target) && ts.isPropertyAccessExpression(target.expression)) {
      if (target.expression.expression.kind === ts.SyntaxKind.ThisKeyword) calls.push(target.name.text);
    }
    node.forEachChild(visit);
  };
  visit(body);
  return calls;
}

describe('use cases', () => {
  it('are all public methods of services that a module offers, those for other modules and those that extend others apart', () => {
    const methods = sourceFiles('src/modules')
      .filter(({ path }) => path.endsWith('.service.ts'))
      .flatMap(({ text }) => classMethods(text));
    const isPrivate = new Set(
      methods.filter((each) => each.isPrivate).map(({ type, name }) => `${type}.${name}`),
    );
    const bare = [...offered].filter(isA('Service')).flatMap((service) => {
      const called = new Set([...lifecycle, ...extending(service)]);
      return methodsOf(service).flatMap(([name, method, owner]) => {
        const isMarked = called.has(name) || useCaseOf(method) !== undefined || isWithin(method);
        return isMarked || isPrivate.has(`${owner}.${name}`) ? [] : [`${service.name}.${name}`];
      });
    });
    expect(offered.size).toBeGreaterThan(20);
    expect(bare).toEqual([]);
  });

  it('are marked for other modules only where another module can have them', () => {
    const helpers = listed('providers').filter((type) => typeof type === 'function' && !offered.has(type));
    const marked = helpers.flatMap((type) =>
      methodsOf(type).flatMap(([name, method]) => (isWithin(method) ? [`${type.name}.${name}`] : [])),
    );
    expect(marked).toEqual([]);
  });

  it('need a permission that exists', () => {
    const needs = services.flatMap((service) =>
      methodsOf(service).flatMap(([, m]) => useCaseOf(m)?.needs ?? []),
    );
    const known = [...permissions, ...ofUsers];
    expect(needs.filter((permission) => !known.includes(permission))).toEqual([]);
  });

  it('have names of their own', () => {
    const names = services.flatMap((service) =>
      methodsOf(service).flatMap(([, m]) => useCaseOf(m)?.operation ?? []),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('doors', () => {
  it('K-13, K-14: each serves a use case, so each has a permission', () => {
    const doors = [...factsOfDoors([...controllers, ...resolvers])];
    expect(doors.filter(([, facts]) => facts === undefined).map(([name]) => name)).toEqual([]);
  });

  it('say nothing that is true of the operation: its answer, summary and permission stand on the use case', () => {
    const ofOperation = /#libs\/use-cases\/answer|\b(summary|answers|needs):|ApiOperation|ApiResponse/;
    const files = sourceFiles('src/modules').filter(({ path }) => /\.(controller|resolver)\.ts$/.test(path));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(({ text }) => ofOperation.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('make one call, to the method of the use case that they declare', () => {
    const facts = factsOfDoors([...controllers, ...resolvers]);
    const methodNames = new Map(
      services.flatMap((s) =>
        methodsOf(s).flatMap(([name, m]) => [[useCaseOf(m)?.operation, name] as const]),
      ),
    );
    const files = sourceFiles('src/modules').filter(({ path }) => /\.(controller|resolver)\.ts$/.test(path));
    const wrong = files
      .flatMap(({ text }) => classMethods(text))
      .filter(({ type, name, calls, statements }) => {
        const operation = facts.get(`${type}.${name}`)?.operation;
        // A field of many nodes asks through the loader, in a function of its own; it is still one call.
        return statements !== 1 || calls.length !== 1 || calls[0] !== methodNames.get(operation);
      });
    expect(wrong.map(({ type, name }) => `${type}.${name}`)).toEqual([]);
  });

  it('lead to the same use cases from REST and GraphQL', () => {
    const operations = (doors: Constructor[]) =>
      [...factsOfDoors(doors).values()].flatMap((f) =>
        f && !nestedOnly.has(f.operation) ? [f.operation] : [],
      );
    expect([...new Set(operations(resolvers))].sort()).toEqual([...new Set(operations(controllers))].sort());
  });

  it('outside the modules are open and serve no tenant data', () => {
    const { controllers: own = [] } = AppModule.of({
      environment: {},
      peppers: ['none'],
      sealingKeys: [],
    } as never);
    expect(own.map((each) => Reflect.getMetadata(openKey, each) as unknown)).toEqual(own.map(() => true));
  });
});
