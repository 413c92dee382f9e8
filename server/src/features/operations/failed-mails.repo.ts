import type { Db } from '#platform/db/connect.ts';

export async function isFailedMail(tx: Db, id: string): Promise<boolean> {
  const mails = tx.selectFrom('mails').select('id').where('id', '=', id).where('failed_at', 'is not', null);
  return (await mails.executeTakeFirst()) !== undefined;
}
