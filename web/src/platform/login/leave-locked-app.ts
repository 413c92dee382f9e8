import { endSignIn } from './end-sign-in.ts';
import { createQueryClient } from './query-client.ts';

/** Signs out before the app is drawn, for somebody who can't unlock it. */
export async function leaveLockedApp(): Promise<void> {
  await endSignIn(createQueryClient(), () => {});
  window.location.replace('/login');
}
