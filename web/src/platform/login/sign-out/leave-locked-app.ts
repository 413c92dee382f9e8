import { createQueryClient } from '../query-client.ts';
import { endSignIn } from './end-sign-in.ts';

/** Signs out before the app is drawn, for somebody who can't unlock it. */
export async function leaveLockedApp(): Promise<void> {
  await endSignIn(createQueryClient(), () => {});
  window.location.replace('/login');
}
