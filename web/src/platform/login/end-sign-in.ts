import type { QueryClient } from '@tanstack/react-query';
import { sendHeldChanges } from '#platform/undo/held-changes.ts';
import { clearStoredData } from './clear-stored-data.ts';
import { logoutOnServer } from './logout-on-server.ts';

/** Ends the sign-in on the server, says so, and deletes what this device has of the member. */
export async function endSignIn(queryClient: QueryClient, onEnded: () => void): Promise<void> {
  await sendHeldChanges();
  await logoutOnServer();
  onEnded();
  await clearStoredData(queryClient);
}
