/**
 * Checks every file and import against scripts/import-rules.ts, and that no files import each other in a circle, nor the
 * rooms of a folder. Imports on demand and of types count too.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import {
  importRules,
  knownPlaces,
  mayLookAnywhere,
  roleRules,
  roomyFolders,
  sqlRule,
  sqlTextRules,
} from './import-rules.ts';

const root = join(import.meta.dirname, '..');
const resolver = new ResolverFactory({
  conditionNames: ['types', 'import', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
  builtinModules: true,
});

/** With `isApart` the target runs in another process, so it may use what its starter says of it. */
type Import = { file: string; target: string; isType: boolean; isApart: boolean };
const problems: string[] = [];

/** Built-in and virtual modules have no file; all others must resolve. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('virtual:')) return null;
  const found = resolver.sync(dirname(join(root, file)), specifier.replace(/\?.*$/, ''));
  if (found.builtin) return null;
  if (found.path) return relative(root, found.path);
  problems.push(`${file} imports ${specifier}, which doesn't resolve`);
  return null;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module, errors, comments } = parseSync(file, source);
  const isInComment = (at: number) => comments.some(({ start, end }) => start <= at && at < end);
  for (const { message } of errors) problems.push(`${file}: ${message}`);
  for (const { why, from, words } of [sqlRule, ...sqlTextRules]) {
    const [found] = from.test(file) ? (words.exec(source) ?? []) : [];
    if (found) problems.push(`${file} has ${found}: ${why}`);
  }
  // A worker's file is named by its address, and a type may be named where it is used.
  const byAddress = [
    ...source.matchAll(/\bnew URL\(\s*'(\.[^']+\.tsx?)',\s*import\.meta\.url,?\s*\)|\btypeof import\('([^']+)'\)/g),
  ]
    .filter(({ index }) => !isInComment(index))
    .map(([, address, type]) => ({ specifier: (address ?? type)!, isType: type !== undefined, isApart: !type }));
  const named = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[1] ? [{ specifier: literal[1], isType: false }] : [];
    }),
  ];
  return [...named.map((one) => ({ ...one, isApart: false })), ...byAddress].flatMap(({ specifier, ...one }) => {
    const target = resolve(file, specifier);
    return target ? [{ file, target, ...one }] : [];
  });
}

function checkPlace(file: string): void {
  if (!knownPlaces.some((place) => place.test(file)))
    problems.push(`${file} is in no folder that scripts/import-rules.ts knows`);
  for (const { why, from, name } of roleRules)
    if (from.test(file) && !name.test(file)) problems.push(`${file}: ${why}`);
}

function checkDirection({ file, target, isType }: Import): void {
  if (mayLookAnywhere.test(file)) return;
  for (const { why, from, to, except, atRunTime } of importRules) {
    if (atRunTime && isType) continue;
    const match = from.exec(file);
    if (!match || !to.test(target)) continue;
    if (except && new RegExp(except.replaceAll('$1', match[1] ?? '')).test(target)) continue;
    problems.push(`${file} imports ${target}: ${why}`);
  }
}

function checkCircles(imports: Import[]): void {
  const needs = Map.groupBy(
    imports.filter(({ isApart }) => !isApart),
    ({ file }) => file,
  );
  const finished = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (finished.has(file)) return;
    if (path.includes(file)) {
      problems.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    for (const { target } of needs.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of needs.keys()) visit(file, []);
}

/** The imports between the rooms of a folder: those inside it, and the files beside them. */
function roomImports(folder: string, imports: Import[]): Import[] {
  const roomOf = (file: string) => folder + file.slice(folder.length).replace(/\/.*/, '/');
  return imports
    .filter(({ file, target }) => !mayLookAnywhere.test(file) && target.startsWith(folder))
    .filter(({ file }) => file.startsWith(folder))
    .map((each) => ({ ...each, file: roomOf(each.file), target: roomOf(each.target) }))
    .filter(({ file, target }) => file !== target);
}

const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|dist[.][^/]*|[.][^/]+)$/.test(name),
});
const imports = files.flatMap(importsOf);
for (const file of files) checkPlace(file);
for (const each of imports) checkDirection(each);
checkCircles(imports);
for (const folder of roomyFolders) checkCircles(roomImports(folder, imports));

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports, ${problems.length} in the wrong direction`);
process.exitCode = problems.length > 0 ? 1 : 0;
