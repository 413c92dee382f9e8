import type { QueryClient } from '@tanstack/react-query';
import { maySignOut } from '#platform/outbox/sign-out.ts';
import { sendHeldChanges } from '#platform/undo/held-changes.ts';
import { clearStoredData } from './clear-stored-data.ts';
import { logoutOnServer } from './logout-on-server.ts';

/**
 * Ends the sign-in on the server, says so, and deletes what this device has of the member. False if they stay, because
 * something of theirs isn't sent yet.
 */
export async function endSignIn(queryClient: QueryClient, onEnded: () => void): Promise<boolean> {
  await sendHeldChanges();
  if (!(await maySignOut())) return false;
  await logoutOnServer();
  onEnded();
  await clearStoredData(queryClient);
  return true;
}
