import type { UserProfile } from '@spotter/contract/users/profiles.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readProfile } from './profiles.read.ts';

export async function getUser({ read, caller }: MemberCtx, id: string): Promise<UserProfile> {
  const profile = await readProfile(read, caller, id);
  if (!profile) throw fail('user_not_found');
  return profile;
}
