import type { User } from '@spotter/contract/users/users.ts';
import type { Read } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import { type MeReader, readMe } from './users.repo.ts';

/** The caller's account as JSON text, ready to send. */
export async function meText(read: Read, caller: MeReader): Promise<string> {
  const text = await readMe(read, caller);
  if (text === undefined) throw fail('token_invalid');
  return text;
}

export const me = async (read: Read, caller: MeReader): Promise<User> => JSON.parse(await meText(read, caller));
