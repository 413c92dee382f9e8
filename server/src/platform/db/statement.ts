import { CompiledQuery, type Kysely } from 'kysely';
import { pipelineOf } from './driver.ts';
import { remember } from './prepared.ts';
import type { DB } from './schema.generated.ts';

/** The TypeScript type of an SQL type's value. */
type SqlTypes = {
  uuid: string;
  'uuid[]': readonly string[];
  text: string;
  'text[]': readonly string[];
  int: number;
  'int[]': readonly number[];
  float8: number;
  'float8[]': readonly number[];
  bigint: number;
  boolean: boolean;
  timestamptz: Date | string;
  date: string;
  bytea: Buffer;
  jsonb: string;
};
type SqlType = keyof SqlTypes;
/** The SQL type of each value by name; a question mark allows null. */
export type Names = { readonly [name: string]: SqlType | `${SqlType}?` };
type ValueOf<T> = T extends `${infer S extends SqlType}?`
  ? SqlTypes[S] | null
  : T extends SqlType
    ? SqlTypes[T]
    : never;
export type ValuesOf<N extends Names> = { readonly [K in keyof N]: ValueOf<N[K]> };

/** Hand-written SQL. Each connection keeps it prepared under its name, if it has one. */
export type Statement<V, R> = {
  name: string | null;
  /** With PostgreSQL's numbers instead of names. */
  text: string;
  /** In the order of the numbers. */
  names: readonly string[];
  /** A hot read that stays outside the tenant walls (docs/security.md): only its own conditions protect it. */
  outside: boolean;
  /** Read inside the walls, it is planned once per connection for all values: planning it for each takes longer than running it. */
  onePlan: boolean;
  /** For the compiler only. */
  types?: (values: V) => R;
};

/**
 * Creates a statement whose text refers to its values by name: `where id = $userId`. A fragment fits into any statement
 * that has the names it uses. Names are numbered once, here, each with its type as a cast.
 */
export const statement =
  <const N extends Names>(name: string, types: N, { outside = false, onePlan = false } = {}) =>
  <R>(text: string): Statement<ValuesOf<N>, R> => {
    const made = { name, outside, onePlan, ...numbered(text, types, name) };
    refuseUnused(name, Object.keys(types), made.names);
    remember(name, made.text);
    if (outside) outsideStatements.set(name, made.text);
    return made;
  };

/**
 * Creates the variants of a statement with optional parts, each once; a nullable value may stay unused. Variants beyond
 * `most` get no name, so that no connection keeps every combination.
 */
export const variants =
  <const N extends Names>(types: N, { most = 200, outside = false, onePlan = false } = {}) =>
  <R>() => {
    const kept = new Map<string, Statement<ValuesOf<N>, R>>();
    const needed = Object.keys(types).filter((name) => !types[name]?.endsWith('?'));
    return (name: string, write: () => string): Statement<ValuesOf<N>, R> => {
      const known = kept.get(name);
      if (known) return known;
      const made = {
        name: kept.size < most ? fitted(name, kept.size) : null,
        outside,
        onePlan,
        ...numbered(write(), types, name),
      };
      refuseUnused(name, needed, made.names);
      if (made.name) {
        remember(name, made.text);
        if (outside) outsideStatements.set(name, made.text);
        kept.set(name, made);
      }
      return made;
    };
  };

/** PostgreSQL cuts names to 63 characters, including a role's prefix; two long ones must stay different. */
const fitted = (name: string, number: number) => (name.length <= 60 ? name : `${name.slice(0, 53)}~${number}`);

// Quoted text, comments and identifiers keep their dollar signs.
const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$])\$(\w*)\$[\s\S]*?\$\1\$|(?<![\w$])\$(\w+)/g;

function numbered(text: string, types: Names, statement: string) {
  const names: string[] = [];
  const withNumbers = text.replace(tokens, (token, _tag, name?: string) => {
    if (name === undefined) return token;
    const type = types[name]?.replace('?', '');
    if (!type) throw new Error(`${statement} is not given $${name}.`);
    if (!names.includes(name)) names.push(name);
    const value = `$${names.indexOf(name) + 1}::${type}`;
    return type.endsWith('[]') ? `(${value})` : value;
  });
  return { text: withNumbers, names };
}

function refuseUnused(statement: string, given: readonly string[], used: readonly string[]): void {
  const unused = given.filter((name) => !used.includes(name));
  if (unused.length > 0) throw new Error(`${statement} makes no use of $${unused.join(', $')}.`);
}

/** The texts of all statements outside the tenant walls, by name; a test removes their conditions. */
export const outsideStatements = new Map<string, string>();

/** The values in the order of the numbers in the text. */
export const inOrderOf = <V>({ names }: Statement<V, unknown>, values: V): unknown[] =>
  names.map((name) => values[name as keyof V]);

/**
 * Runs a statement in a transaction, for writes and for reads that must see them. Statements that don't depend on each
 * other run without waiting and share a round trip.
 */
export const run = async <V, R>(tx: Kysely<DB>, asked: Statement<V, R>, values: NoInfer<V>): Promise<R[]> => {
  const pipeline = pipelineOf(tx);
  const given = inOrderOf(asked, values);
  if (pipeline) return (await pipeline.query(asked.text, given, asked.name)).rows as R[];
  return (await tx.executeQuery<R>(CompiledQuery.raw(asked.text, given))).rows;
};

/** Sends a statement without reading its rows. If it fails, the next awaited statement fails with its error. */
export const send = <V>(tx: Kysely<DB>, asked: Statement<V, unknown>, values: NoInfer<V>): void =>
  void run(tx, asked, values).catch(() => {});
