import type { Catalog } from './catalog.ts';

type AllowedChanges = {
  /** Names of the old schema that the old code doesn't mention: tables, `table.column`, functions. */
  unused: ReadonlySet<string>;
  /** Constraints, indexes, triggers and walls (`table_wall`) of which a migration says that the old code keeps to them, or without them. */
  kept: ReadonlySet<string>;
};

/** What of a new schema breaks the code of an old one, in sentences. */
export function breaksOf(old: Catalog, next: Catalog, { unused, kept }: AllowedChanges): string[] {
  const found: string[] = [];
  const tableOf = (column: string) => column.split('.')[0]!;
  const oldTables = new Set(Object.keys(old.columns).map(tableOf));
  const isUnused = (column: string) => unused.has(column) || unused.has(tableOf(column));

  for (const [name, was] of Object.entries(old.columns)) {
    const is = next.columns[name];
    if (isUnused(name)) continue;
    if (!is) found.push(`${name} is gone.`);
    else if (is.type !== was.type) found.push(`${name} was ${was.type} and is ${is.type}.`);
    else if (was.isNullable && !is.isNullable) found.push(`${name} takes no null any more.`);
    else if (was.fillsIn && !is.fillsIn && !is.isNullable) found.push(`${name} has lost its default.`);
  }
  for (const [name, { isNullable, fillsIn }] of Object.entries(next.columns))
    if (!old.columns[name] && oldTables.has(tableOf(name)) && !isNullable && !fillsIn)
      found.push(`${name} is new and must be given.`);

  const promised = new Set(Object.values(old.rules).map(promiseOf));
  for (const [name, rule] of Object.entries(next.rules)) {
    const { table, columns, definition } = rule;
    const isOnlyNew = columns.length > 0 && columns.every((column) => !old.columns[`${table}.${column}`]);
    const isAsBefore = old.rules[name]?.definition === definition || (isUnique(rule) && promised.has(promiseOf(rule)));
    if (!oldTables.has(table) || isOnlyNew || isAsBefore) continue;
    if (!kept.has(name.split(' ')[0]!)) found.push(`${name} is new or has changed: ${definition}`);
  }
  const promises = new Set(Object.values(next.rules).map(promiseOf));
  for (const [name, rule] of Object.entries(old.rules)) {
    const { table, columns, definition } = rule;
    if (!isUnique(rule) || promises.has(promiseOf(rule)) || kept.has(name.split(' ')[0]!)) continue;
    if (unused.has(table) || columns.some((column) => unused.has(`${table}.${column}`))) continue;
    found.push(`${name} is gone, and \`on conflict\` may need it: ${definition}`);
  }
  for (const name of new Set([...Object.keys(old.rest), ...Object.keys(next.rest)])) {
    const [, kind, own, table] = /^(trigger|wall) (\w+) of (\w+)$/.exec(name) ?? [];
    if (!kind || !oldTables.has(table!) || unused.has(table!) || old.rest[name] === next.rest[name]) continue;
    // Every table has walls of the same names.
    if (!kept.has(kind === 'wall' ? `${table}_${own}` : own!))
      found.push(`The ${name} is ${next.rest[name] === undefined ? 'gone' : 'new or has changed'}.`);
  }
  for (const [name, result] of Object.entries(old.functions)) {
    if (unused.has(name.split('(')[0]!) || next.functions[name] === result) continue;
    found.push(`The function ${name} is gone or gives something else.`);
  }
  const rights = new Set(next.rights);
  for (const right of old.rights)
    if (!rights.has(right) && !unused.has(right.split(' ')[0]!)) found.push(`spotter_tenant has lost: ${right}.`);
  return found;
}

const unique = /^(CREATE UNIQUE INDEX .* USING btree|UNIQUE|PRIMARY KEY) /;
const isUnique = ({ definition }: Catalog['rules'][string]) => unique.test(definition);

/** What a unique rule promises to `on conflict (…)`, under whatever name, by constraint or by index. */
const promiseOf = ({ table, definition }: Catalog['rules'][string]) => `${table} ${definition.replace(unique, '')}`;

/** A migration says why the previous release isn't refused by a constraint, an index, a trigger or a wall, in a line of its own. */
export const keptIn = (migration: string): string[] =>
  [...migration.matchAll(/^-- The previous release keeps (\w+): \S/gm)].map(([, name]) => name!);
