import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export async function lockAvatarKey(tx: Db, userId: string): Promise<string | null> {
  const { avatar_key } = await tx
    .selectFrom('users')
    .select('avatar_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return avatar_key;
}

const forgetStatement = statement('forget-avatar-file', { key: 'text' })<{ gone: boolean }>(
  'select forget_file($key) as gone',
);

/** Deletes the row of a file that nothing shows any more; says whether it did. */
export async function forgetFile(tx: Db, key: string): Promise<boolean> {
  const [row] = await run(tx, forgetStatement, { key });
  return row?.gone ?? false;
}
