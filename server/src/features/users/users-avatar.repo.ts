import type { Db } from '#platform/db/connect.ts';

export async function lockAvatarKey(tx: Db, userId: string): Promise<string | null> {
  const { avatar_key } = await tx
    .selectFrom('users')
    .select('avatar_key')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return avatar_key;
}
