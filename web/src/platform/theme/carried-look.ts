import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

type Look = Pick<ThemeConfig, 'colors' | 'typography' | 'overrides'>;
export type Carried = { business_type: 'single' | 'multiple'; look: Look | null };

/** What a visitor takes from a demo into the registration of a gym, in this tab. */
export const carriedLook = storedJson(
  safeSessionStorage,
  'demo_look',
  (value): value is Carried => isRecord(value) && (value.look === null || isRecord(value.look)),
);

/** The part of a registration that carries it. */
export function lookToSend(): { look?: Look } {
  const look = carriedLook.read()?.look;
  return look ? { look } : {};
}
