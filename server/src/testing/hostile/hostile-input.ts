import type { z } from 'zod';
import { follow, type Node, sampleText, schemaOf } from './sample-input.ts';

const family = '👨‍👩‍👧‍👦';

/** What makes a text dear: to search, to draw, to compare, to escape. Each is repeated up to its field's limit. */
export const textKinds: Record<string, string> = {
  newlines: 'a\n\n\n\n\n\n\n',
  'combining marks': `a${'\u0301'.repeat(30)}`,
  emoji: family,
  percent: '%',
  underscores: '_\\',
  'one word': 'a',
  'short words': 'a b c d e ',
  'right to left': 'שלום مرحبا ',
  markup: `<b a="'&">`,
  links: 'https://a.example/?b=c ',
};
export type TextKind = keyof typeof textKinds;

/** Ends where the limit is, and never within a character. */
const filled = (part: string, length: number) =>
  part
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
    .padEnd(length, 'a');

type Choice = {
  kind: TextKind;
  /** Which of several alternatives to take. */
  turn?: number;
  /** Real ids for a field of this name: as many as asked for, so that the call reaches its work. */
  ids?: (name: string, howMany: number) => string[];
  /** Values for fields of these names, instead of made ones. */
  given?: Record<string, unknown>;
  /** The only fields to fill besides the required ones. */
  only?: readonly string[];
  /** Optional fields to leave out. */
  without?: readonly string[];
  /** The first and the last day; a century unless given. */
  range?: { from: string; to: string };
  /** The first and the last moment, if not those of the days. */
  moments?: { from: string; to: string };
};

/** From the dearest to the plainest; the last is left out where that is allowed. */
type Candidates = { values: unknown[]; isRequired: boolean };

const MANY = 100;
/** How many names a record gets; an object that is refused to the last is left out. */
const nameCounts = [MANY, 20, 1, 0];
const CENTURY = { from: '2000-01-01', to: '2100-12-31' };

function texts(node: Node, name: string, isRequired: boolean, choice: Choice): unknown[] {
  const { kind, ids, range = CENTURY, moments } = choice;
  const most = node.maxLength ?? 200;
  const isId = node.format === 'uuid' || /(^|_)id$/.test(name);
  // Where real ids are to be had, an unknown one would only end the call early.
  if (isId) return [...(ids?.(name, 1) ?? []), ...(ids && !isRequired ? [] : [sampleText(node, name)])];
  const end = name === 'to' || name.startsWith('end') ? 'to' : 'from';
  if (node.format === 'date') return [range[end], sampleText(node, name)];
  if (node.format === 'date-time') return [moments?.[end] ?? `${range[end]}T00:00:00Z`, sampleText(node, name)];
  if (node.format === 'email')
    return [`${'a'.repeat(60)}${unique()}@${'b.'.repeat(80)}example`, sampleText(node, name)];
  if (node.format === 'uri') return [`https://fcm.googleapis.com/${'a'.repeat(most - 40)}`];
  if (/phone/.test(name)) return ['1'.repeat(most)];
  if (/website/.test(name)) return [`https://${'a.'.repeat(most / 2 - 10)}example`];
  if (/password/.test(name)) return ['a long enough password, twice'.padEnd(most, 'x'), sampleText(node, name)];
  return [filled(textKinds[kind] ?? 'a', most), filled('some words ', most), 'a'.repeat(most), sampleText(node, name)];
}

let made = 0;
const unique = () => `${process.pid}x${made++}`;

/**
 * The dearest input that a schema accepts: every field, the longest texts and lists, the largest numbers. What the schema
 * refuses is replaced by something plainer, field by field; null if nothing plainer is left.
 */
export function hostileInput(schema: z.ZodType, choice: Choice): unknown {
  const root = schemaOf(schema);
  const plainer = new Map<string, number>();
  const known = new Map<string, Candidates>();

  /** `undefined` leaves the field out. */
  const pick = (path: string, isRequired: boolean, values: () => unknown[]): unknown => {
    const candidates = known.get(path) ?? { values: values(), isRequired };
    known.set(path, candidates);
    const index = plainer.get(path) ?? 0;
    if (!isRequired && index >= candidates.values.length) return undefined;
    return candidates.values[Math.min(index, candidates.values.length - 1)];
  };

  function make(givenNode: Node, name: string, path: string, isRequired: boolean): unknown {
    const node = follow(givenNode, root);
    if (!isRequired && choice.without?.includes(name)) return undefined;
    if (choice.given && name in choice.given) return pick(path, isRequired, () => [choice.given?.[name]]);
    if (node.const !== undefined) return node.const;
    if (node.enum) return pick(path, isRequired, () => turned(node.enum ?? [], choice.turn));
    const options = (node.anyOf ?? node.oneOf ?? []).filter(({ type }) => type !== 'null');
    const option = node.allOf?.[0] ?? turned(options, choice.turn)[0];
    if (option) return make(option, name, path, isRequired);
    const type = Array.isArray(node.type) ? node.type[0] : node.type;
    if (type === 'object')
      return pick(path, isRequired, () => nameCounts) === undefined ? undefined : makeObject(node, path);
    if (type === 'array') return makeList(node, name, path, isRequired);
    if (type === 'boolean') return pick(path, isRequired, () => [true, false]);
    if (type === 'integer' || type === 'number')
      return pick(path, isRequired, () => [...(name === 'page' ? [1] : [node.maximum ?? 1_000]), node.minimum ?? 1]);
    return pick(path, isRequired, () => texts(node, name, isRequired, choice));
  }

  function makeObject(node: Node, path: string): unknown {
    const fields = Object.entries(node.properties ?? {})
      .filter(([key]) => !choice.only || path !== '' || choice.only.includes(key) || node.required?.includes(key))
      .map(([key, child]) => [key, make(child, key, `${path}/${key}`, node.required?.includes(key) ?? false)]);
    const rest = node.additionalProperties;
    if (rest && rest !== true) {
      const names =
        (node.propertyNames?.enum as string[] | undefined) ?? Array.from({ length: MANY }, (_, n) => `name${n}`);
      for (const name of names.slice(0, nameCounts[plainer.get(path) ?? 0]))
        fields.push([name, make(rest, name, `${path}/${name}`, false)]);
    }
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  function makeList(node: Node, name: string, path: string, isRequired: boolean): unknown {
    const most = node.maxItems ?? MANY;
    const least = node.minItems ?? 0;
    const lengths = [most, Math.ceil(most / 4), Math.max(least, 1), least].filter((length) => length <= most);
    const length = pick(path, isRequired, () => lengths) as number | undefined;
    if (length === undefined) return undefined;
    const items = follow(node.items ?? {}, root);
    if (items.format === 'uuid') {
      const found = choice.ids?.(name, length) ?? [];
      return found.length >= least && found.length > 0
        ? found
        : Array.from({ length: least }, () => sampleText(items, name));
    }
    return Array.from({ length }, (_, index) => make(items, name.replace(/s$/, ''), `${path}/${index}`, true));
  }

  for (let tries = 0; tries < 400; tries++) {
    const input = make(root, '', '', true);
    const result = schema.safeParse(input);
    if (result.success) return input;
    if (!makePlainer(result.error.issues.map(({ path }) => `/${path.join('/')}`))) return null;
  }
  return null;

  /** Makes what was complained about plainer, or what surrounds or is inside it. False if all is as plain as it gets. */
  function makePlainer(complaints: string[]): boolean {
    let changed = false;
    const step = (path: string): boolean => {
      const candidates = known.get(path);
      const at = plainer.get(path) ?? 0;
      const last = candidates ? candidates.values.length - (candidates.isRequired ? 1 : 0) : 0;
      if (at >= last) return false;
      plainer.set(path, at + 1);
      return true;
    };
    for (const complaint of new Set(complaints)) {
      const inside = [...known.keys()].filter((path) => path.startsWith(`${complaint === '/' ? '' : complaint}/`));
      let stepped = step(complaint);
      if (!stepped) for (const path of inside) stepped = step(path) || stepped;
      for (let up = complaint; !stepped && up.includes('/'); ) {
        up = up.slice(0, up.lastIndexOf('/'));
        stepped = step(up);
      }
      changed ||= stepped;
    }
    return changed;
  }
}

/** Begins with another one at each turn. */
const turned = <T>(list: readonly T[], turn = 0): T[] =>
  list.map((_, index) => list[(index + turn) % list.length] as T);

/** Whether an input has words of the caller's own choice in it. */
export function takesText(schema: z.ZodType): boolean {
  const root = schemaOf(schema);
  const seen = new Set<Node>();
  const look = (given: Node): boolean => {
    const node = follow(given, root);
    if (seen.has(node)) return false;
    seen.add(node);
    if (node.enum || node.const !== undefined) return false;
    if (node.type === 'string') return !node.format && !node.pattern;
    const rest = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
    return [
      ...(node.anyOf ?? []),
      ...(node.oneOf ?? []),
      ...(node.allOf ?? []),
      ...Object.values(node.properties ?? {}),
      ...(node.items ? [node.items] : []),
      ...rest,
    ].some(look);
  };
  return look(root);
}

/** The names of an object's fields. */
export const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(follow(schemaOf(schema), schemaOf(schema)).properties ?? {});

/** A body of small junk around an input, up to a size: thirty thousand keys in 64 KB of JSON would be usual. */
export function amongManyKeys(input: object, bytes: number): string {
  const inside = JSON.stringify(input).slice(1, -1);
  let junk = '';
  for (let n = 0; junk.length + inside.length < bytes - 20; n++) junk += `"${n.toString(36)}":0,`;
  return `{${junk}${inside || '"z":0'}}`;
}

/** Brackets in brackets in a field that nobody asked for. */
export function besideDeepLists(input: object, bytes: number): string {
  const inside = JSON.stringify(input).slice(1, -1);
  const depth = Math.max(1, Math.floor((bytes - Buffer.byteLength(inside) - 30) / 2));
  return `{"deep":${'['.repeat(depth)}${']'.repeat(depth)}${inside ? `,${inside}` : ''}}`;
}
