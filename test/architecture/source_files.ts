// Reads the repository as the architecture rules see it:
// every source file with its first line, its length and what it imports.
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dir, "../..");
const FOLDERS = ["kernel", "plugins", "hosts", "openapi", "test", "bench"];
const CODE = /\.(ts|tsx|mts|js|mjs)$/;

export interface Import {
  /** As written. */
  specifier: string;
  line: number;
  /** Nothing of it is left at run time. */
  type_only: boolean;
  /** Path from the repository's root for a file of ours, else null. */
  file: string | null;
  /** What it takes of it by name, as the other file calls it; empty where it takes all or nothing. */
  names: readonly string[];
  /** What it hands on of that, under the names that it gives it. */
  handed_on: readonly string[];
  /** Package name for a library, else null; the platform's own modules have neither. */
  library: string | null;
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
  is_test: boolean;
  /** Written by a program. */
  generated: boolean;
}

/** All files of the code folders that a person wrote or a program generated; data and pictures are left out. */
export async function readSourceFiles(): Promise<SourceFile[]> {
  const glob = new Bun.Glob(`{${FOLDERS.join(",")}}/**/*.{ts,tsx,mts,js,mjs,sql,css}`);
  const paths = (await Array.fromAsync(glob.scan({ cwd: ROOT }))).map((path) => path.replaceAll("\\", "/")).sort();
  return await Promise.all(
    paths.map(async (path) => {
      const text = await Bun.file(join(ROOT, path)).text();
      return {
        path,
        text,
        imports: CODE.test(path) ? readImports(path, text) : [],
        is_test: path.endsWith("_test.ts"),
        generated: path === "openapi/client/schema.ts",
      };
    }),
  );
}

/** Every way in which a file names another: import, export from, import(), import types and the address of a worker. */
function readImports(path: string, text: string): Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (node: ts.Node, literal: ts.Node | undefined, typeOnly: boolean) => {
    if (!literal || !ts.isStringLiteralLike(literal)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const target = resolveSpecifier(path, literal.text);
    found.push({
      specifier: literal.text,
      line,
      type_only: typeOnly,
      names: namesOf(node),
      handed_on: handedOn(node),
      ...target,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeImport(node));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node, node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], false);
    else if (isWorkerAddress(node)) add(node, node.arguments?.[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return !clause.name && named !== undefined && ts.isNamedImports(named) && named.elements.every((e) => e.isTypeOnly);
}

function namesOf(node: ts.Node): string[] {
  const taken = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  if (!taken || !(ts.isNamedImports(taken) || ts.isNamedExports(taken))) return [];
  return taken.elements.map((one) => (one.propertyName ?? one.name).text);
}

function handedOn(node: ts.Node): string[] {
  const given = ts.isExportDeclaration(node) ? node.exportClause : undefined;
  return given && ts.isNamedExports(given) ? given.elements.map((one) => one.name.text) : [];
}

/** `new URL("./some_worker.ts", import.meta.url)` loads that file as surely as an import does. */
function isWorkerAddress(node: ts.Node): node is ts.NewExpression {
  if (!ts.isNewExpression(node) || node.expression.getText() !== "URL") return false;
  const [address, base] = node.arguments ?? [];
  return (
    address !== undefined &&
    ts.isStringLiteralLike(address) &&
    CODE.test(address.text) &&
    base?.getText() === "import.meta.url"
  );
}

function resolveSpecifier(path: string, specifier: string): Pick<Import, "file" | "library"> {
  if (specifier.startsWith(".")) {
    return { file: relative(ROOT, join(ROOT, dirname(path), specifier)).replaceAll("\\", "/"), library: null };
  }
  const [first = "", second = ""] = specifier.split("/");
  const isPlatform = /^(node|bun):/.test(specifier) || first === "bun" || builtinModules.includes(first);
  if (isPlatform) return { file: null, library: null };
  return { file: null, library: specifier.startsWith("@") ? `${first}/${second}` : first };
}
