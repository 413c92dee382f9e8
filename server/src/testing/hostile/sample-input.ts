import fc from 'fast-check';
import { z } from 'zod';
import { newId } from '#platform/ids.ts';

/** The part of JSON Schema that the contract's inputs use. */
export type Node = {
  $ref?: string;
  $defs?: Record<string, Node>;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  properties?: Record<string, Node>;
  required?: string[];
  propertyNames?: Node;
  additionalProperties?: Node | boolean;
  items?: Node;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Where in an input an id is: the names that lead there, `[]` for inside a list. */
export type Path = readonly string[];

const known = new WeakMap<z.ZodType, Node>();

/** Kept, because a test asks for the same schema many times, and describing one takes longer than a call. */
export function schemaOf(schema: z.ZodType): Node {
  const node = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node);
  known.set(schema, node);
  return node;
}

export function follow(node: Node, root: Node): Node {
  const name = node.$ref?.replace('#/$defs/', '');
  return name === undefined ? node : follow(root.$defs?.[name] ?? {}, root);
}

/** The path of every id in an input. */
export function idPaths(schema: z.ZodType): Path[] {
  const root = schemaOf(schema);
  const find = (given: Node, name: string): Path[] => {
    const node = follow(given, root);
    if (node.format === 'uuid') return [[]];
    const choices = [...(node.anyOf ?? []), ...(node.allOf ?? [])].flatMap((choice) => find(choice, name));
    if (choices.length > 0) return [choices[0] as Path];
    if (node.items) return find(node.items, name).map((path) => ['[]', ...path]);
    if (node.properties)
      return Object.entries(node.properties).flatMap(([key, child]) => find(child, key).map((path) => [key, ...path]));
    return node.type === 'string' && /(^|_)ids?$/.test(name) ? [[]] : [];
  };
  return find(root, '');
}

/** An input with all required fields, and the wanted id at its path. */
export function sampleInput(schema: z.ZodType, wanted?: { path: Path; id: string }): unknown {
  const root = schemaOf(schema);
  const make = (given: Node, name: string, path: Path | null): unknown => {
    const node = follow(given, root);
    if (path?.length === 0) return wanted?.id;
    if (node.const !== undefined) return node.const;
    if (node.enum) return node.enum[0];
    const choice = node.allOf?.[0] ?? node.anyOf?.[0] ?? node.oneOf?.[0];
    if (choice) return make(choice, name, path);
    if (node.properties || node.type === 'object') {
      const entries = Object.entries(node.properties ?? {}).filter(
        ([key]) => node.required?.includes(key) || path?.[0] === key,
      );
      return Object.fromEntries(
        entries.map(([key, child]) => [key, make(child, key, path?.[0] === key ? path.slice(1) : null)]),
      );
    }
    if (node.type === 'array') {
      const within = path?.[0] === '[]' ? path.slice(1) : null;
      const length = Math.max(node.minItems ?? 0, within ? 1 : 0);
      return Array.from({ length }, () => make(node.items ?? {}, name, within));
    }
    if (node.type === 'boolean') return true;
    if (node.type === 'integer' || node.type === 'number') return node.minimum ?? 1;
    return sampleText(node, name);
  };
  return make(root, '', wanted?.path ?? null);
}

export function sampleText(node: Node, name: string): string {
  if (node.format === 'uuid') return newId();
  if (node.format === 'email') return 'somebody@elsewhere.example';
  if (node.format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString();
  if (node.format === 'date') return '2031-05-01';
  if (name === 'opens' || name === 'closes') return name === 'opens' ? '08:00' : '20:00';
  if (name === 'emoji') return '👍';
  if (name.includes('timezone')) return 'Australia/Sydney';
  if (node.pattern) return matching(node.pattern);
  return 'sample words to send'.slice(0, node.maxLength).padEnd(node.minLength ?? 0, '.');
}

const matches = new Map<string, string>();

function matching(pattern: string): string {
  const text =
    matches.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 7 })[0] ?? 'sample';
  matches.set(pattern, text);
  return text;
}
