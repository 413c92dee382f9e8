import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

const isColors = (value: unknown): value is Record<string, string> => isRecord(value);

/** Colors of the member's gym, which the page sets before the app runs (server/src/platform/http/pages/member-page.ts). */
const keptColors = storedJson(safeLocalStorage, 'theme_colors', isColors);

/** Keeps the colors that the page has now for its next load. */
export function keepColors(): void {
  const { style } = document.documentElement;
  const names = [...style].filter((name) => /^--color-|^color-scheme$/.test(name));
  if (names.length === 0) keptColors.remove();
  else keptColors.write(Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])));
}
