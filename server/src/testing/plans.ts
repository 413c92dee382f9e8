import type pg from 'pg';
import type { Ran } from './worlds/recorded-statements.ts';

type Node = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; Plans?: Node[]; [name: string]: unknown };

/** A table that is read without one fixed organization, and the columns whose value is given instead. */
type Unbound = { table: string; by: string[] };

/**
 * The tables of tenants that a statement reads without one fixed organization, by PostgreSQL's own plan; null if it reads no
 * such table.
 */
export async function unboundScans(client: pg.PoolClient, { text, values }: Ran): Promise<Unbound[] | null> {
  const tenants = await tenantTables(client);
  const { rows } = await client.query(`explain (verbose, format json) ${text}`, values);
  const nodes = every((rows[0] as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]!.Plan);
  const ofTenants = nodes.filter((node) => tenants.has(node['Relation Name'] ?? ''));
  if (ofTenants.length === 0) return null;
  const fixed = fixedIn(nodes);
  const said = nodes.flatMap(clausesOf).join(' ');
  return ofTenants
    .filter((node) => /Scan$/.test(node['Node Type']) && !fixed.has(node.Alias ?? ''))
    .map(({ 'Relation Name': table = '', Alias }) => {
      const given = new RegExp(`\\b${Alias}\\.(\\w+) =|= ${Alias}\\.(\\w+)`, 'g');
      return { table, by: [...said.matchAll(given)].map(([, one, other]) => one ?? other ?? '') };
    });
}

const every = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(every)];

let tables: Promise<Set<string>> | undefined;

/** The tables whose rows belong to organizations. The organizations' own is one of them, by its id. */
function tenantTables(client: pg.PoolClient): Promise<Set<string>> {
  tables ??= client
    .query<{ name: string }>(
      `select table_name as name from information_schema.columns
      where column_name = 'organization_id' and table_schema = 'public'`,
    )
    .then(({ rows }) => new Set(['organizations', ...rows.map(({ name }) => name)]));
  return tables;
}

const conditions = [
  'Index Cond',
  'Filter',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
];

/** What must all hold at a node. */
function clausesOf(node: Node): string[] {
  // One of several indexes may be enough for a row; the table's own condition says what holds.
  if (node['Node Type'] === 'Bitmap Index Scan') return [];
  return conditions.flatMap((name) => allOf(String(node[name] ?? '')));
}

/** `((a AND b) OR c)` as what holds in every case, `(a AND b)` as `a` and `b`. */
function allOf(text: string): string[] {
  const [first, ...others] = split(text, ' OR ').map((one) => split(one, ' AND ')) as [string[], ...string[][]];
  if (others.length > 0) {
    const branches = [first, ...others].map((parts) => new Set(parts.flatMap(allOf)));
    return [...branches[0]!].filter((clause) => branches.every((branch) => branch.has(clause)));
  }
  const [only, ...more] = first;
  if (more.length > 0) return first.flatMap(allOf);
  const isWrapped = only!.startsWith('(') && closing(only!) === only!.length - 1;
  return isWrapped ? allOf(only!.slice(1, -1)) : [only!];
}

/** At the words that stand outside all brackets. */
function split(text: string, words: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') at += closing(text.slice(at));
    else if (text.startsWith(words, at)) {
      found.push(text.slice(from, at));
      from = at + words.length;
    }
  }
  return [...found, text.slice(from)];
}

/** Where the bracket ends that a text begins with. */
function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length - 1;
}

const ONE = 'one organization';
const column = String.raw`"?(\w+)"?\."?(organization_id|id)"?`;
const equal = new RegExp(`^(?:${column} = (?:${column}|'[0-9a-f-]{36}'::uuid))$`);

/** The names of tables whose organization is given, or is that of another such table. */
function fixedIn(nodes: readonly Node[]): Set<string> {
  const organizations = namesOfOrganizations(nodes);
  const isKey = (alias: string, name: string) => name === 'organization_id' || organizations.has(alias);
  const pairs: [string, string][] = [];
  for (const node of nodes) {
    for (const clause of clausesOf(node)) {
      const [isEqual, alias = '', own = '', other, others = ''] = equal.exec(clause) ?? [];
      if (!isEqual || !isKey(alias, own)) continue;
      if (other === undefined) pairs.push([alias, ONE]);
      else if (isKey(other, others)) pairs.push([alias, other]);
    }
    // Its own tables are judged where they are read.
    if (/^(CTE|Subquery) Scan$/.test(node['Node Type'])) pairs.push([node.Alias ?? '', ONE]);
  }
  const fixed = new Set([ONE]);
  for (let before = 0; before < fixed.size; ) {
    before = fixed.size;
    for (const pair of pairs) if (pair.some((name) => fixed.has(name))) for (const name of pair) fixed.add(name);
  }
  return fixed;
}

/** An organization's own id is its key: in its table, and in a part of the statement that reads that. */
function namesOfOrganizations(nodes: readonly Node[]): Set<string> {
  const isOfOrganizations = (node: Node) => node['Relation Name'] === 'organizations';
  const parts = nodes.filter((node) => every(node).some(isOfOrganizations)).map((node) => node['Subplan Name']);
  const found = nodes.filter((node) => isOfOrganizations(node) || parts.includes(`CTE ${node['CTE Name']}`));
  return new Set(found.map(({ Alias = '' }) => Alias));
}
