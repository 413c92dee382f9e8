import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readPath } from './path.read.ts';

/** What the visitor has really done, as the member or as the owner: the path is the sandbox's. */
export async function getDemoPath({ read, caller }: MemberCtx) {
  const path = await readPath(read, caller.organizationId);
  if (!path) throw fail('demo_not_found');
  return path;
}
