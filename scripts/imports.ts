/** Checks every file and import against scripts/import-rules.ts, and that there are no import cycles; imports on demand count too. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import { importRules, knownPlaces, mayLookAnywhere, roleRule, sqlRule } from './import-rules.ts';

const root = join(import.meta.dirname, '..');
const resolver = new ResolverFactory({
  conditionNames: ['types', 'import', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
  builtinModules: true,
});

type Import = { file: string; target: string };
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
  const { module, errors } = parseSync(file, source);
  for (const { message } of errors) problems.push(`${file}: ${message}`);
  const [found] = sqlRule.from.test(file) ? (sqlRule.words.exec(source) ?? []) : [];
  if (found) problems.push(`${file} has ${found}: ${sqlRule.why}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[1] ? [literal[1]] : [];
    }),
  ];
  return named.flatMap((specifier) => {
    const target = resolve(file, specifier);
    return target ? [{ file, target }] : [];
  });
}

function checkPlace(file: string): void {
  if (!knownPlaces.some((place) => place.test(file)))
    problems.push(`${file} is in no folder that scripts/import-rules.ts knows`);
  if (roleRule.from.test(file) && !roleRule.name.test(file)) problems.push(`${file}: ${roleRule.why}`);
}

function checkDirection({ file, target }: Import): void {
  if (mayLookAnywhere.test(file)) return;
  for (const { why, from, to, except } of importRules) {
    const match = from.exec(file);
    if (!match || !to.test(target)) continue;
    if (except && new RegExp(except.replaceAll('$1', match[1] ?? '')).test(target)) continue;
    problems.push(`${file} imports ${target}: ${why}`);
  }
}

function checkCircles(imports: Import[]): void {
  const needs = Map.groupBy(imports, ({ file }) => file);
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

const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|dist[.][^/]*|[.][^/]+)$/.test(name),
});
const imports = files.flatMap(importsOf);
for (const file of files) checkPlace(file);
for (const each of imports) checkDirection(each);
checkCircles(imports);

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports, ${problems.length} in the wrong direction`);
process.exitCode = problems.length > 0 ? 1 : 0;
