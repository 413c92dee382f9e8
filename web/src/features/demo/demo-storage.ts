import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

export const demoFlag = storedText(safeSessionStorage, 'is_demo_user');
export const demoPersona = storedText(safeSessionStorage, 'demo_persona');
export const demoExpiry = storedText(safeSessionStorage, 'demo_expires_at');
