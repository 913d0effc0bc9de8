import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../..');

export interface SourceFile {
  /** From the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Files below the folders of the project, whatever their kind. */
export const filesIn = (...folders: string[]): string[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .map((path) =>
      path
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();

export const sourceFiles = (...folders: string[]): SourceFile[] =>
  filesIn(...folders)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export const foldersIn = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

export const isTest = (path: string): boolean => /\.(spec|int-spec|e2e-spec)\.ts$/.test(path);

/** The syntax tree with parents, for the rules that words alone cannot check. */
export const parse = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** Visits every node below `node`. */
export const visit = (node: ts.Node, see: (node: ts.Node) => void): void => {
  see(node);
  node.forEachChild((child) => visit(child, see));
};
