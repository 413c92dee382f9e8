import type { Answer } from '#platform/api/client.ts';
import { storeSignIn } from '#platform/api/tokens.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

export const demoFlag = storedText(safeSessionStorage, 'is_demo_user');
const demoPersona = storedText(safeSessionStorage, 'demo_persona');
export const demoExpiry = storedText(safeSessionStorage, 'demo_expires_at');
/** The visitor closed the guided path. */
export const pathClosed = storedText(safeSessionStorage, 'demo_path_closed');

/** Signs this browser in to a demo. */
export function storeDemo({ access_token, refresh_token, demo_info }: Answer<'startDemo'>) {
  storeSignIn({ access: access_token, refresh: refresh_token });
  demoFlag.write('true');
  demoPersona.write(demo_info.persona_name);
  demoExpiry.write(demo_info.expires_at);
}
