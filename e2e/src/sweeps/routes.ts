import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../../../web/src');
const areas: Record<string, string> = {
  '/admin/*': 'routes/admin/admin-area.tsx',
  '/super-admin/*': 'routes/super-admin/super-admin-area.tsx',
};

/** Every path of the router, as it is written there: `/app/sessions/:id`. */
function everyPath(file = 'router.tsx', parent = ''): string[] {
  const paths: string[] = [];
  const around = [parent];
  // One line each: a page ends with `/>`, one with pages inside it with `>`.
  for (const [line, path = ''] of readFileSync(join(web, file), 'utf8').matchAll(
    /^ *(?:<Route\b(?:[^\n]*? path="([^"]*)")?[^\n]*|<\/Route>)$/gm,
  )) {
    if (line.includes('</Route>')) {
      around.pop();
      continue;
    }
    const full = path.startsWith('/') ? path : [around.at(-1), path].filter(Boolean).join('/');
    if (!line.endsWith('/>')) around.push(full);
    else if (areas[path]) paths.push(...everyPath(areas[path], path.slice(0, -2)));
    else if (path !== '*') paths.push(full);
  }
  return [...new Set(paths)];
}

/** Every address of an area, so that a new screen is looked at too. */
export const addressesIn = (area: RegExp, values: Record<string, string> = {}) =>
  everyPath()
    .filter((path) => area.test(path))
    .map((path) => path.replaceAll(/:(\w+)\??/g, (_, name) => values[name] ?? 'unknown'));

/** The name of every window of the member area. */
export function everyWindow(): string[] {
  const text = readFileSync(join(web, 'routes', 'modals.ts'), 'utf8');
  const union = text.slice(text.indexOf('export type Modal ='), text.indexOf('export type ModalName'));
  return [...union.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name);
}
