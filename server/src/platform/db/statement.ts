import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db } from './connect.ts';

/** SQL written by hand, with a name under which each connection keeps it prepared. */
export type Statement<R> = { name: string; text: string; row?: R };

export const statement = <R>(name: string, text: string): Statement<R> => ({ name, text });

/** Runs a statement and gives its rows. */
export type Read = <R>(statement: Statement<R>, values: readonly unknown[]) => Promise<R[]>;

/** For hot reads: prepared once a connection, one round trip, nothing in between. */
export const preparedReads =
  (pool: pg.Pool): Read =>
  async ({ name, text }, values) =>
    (await pool.query({ name, text, values: [...values] })).rows;

/** The same inside a transaction, whose own writes it then sees. */
export const readsOf =
  (db: Db): Read =>
  async <R>({ text }: Statement<R>, values: readonly unknown[]) =>
    (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;
