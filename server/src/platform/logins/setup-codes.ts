import { randomInt } from 'node:crypto';

// No vowels, so that no words appear, and no I, L or O, which look like digits. Twelve of these are 51 bits.
const letters = 'BCDFGHJKMNPQRSTVWXYZ';
const word = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** How long a setup code is valid. */
export const SETUP_CODE_DAYS = 14;

/** The generated password of the welcome mail: letters, year, letters (`BCDFGH-2026-JKMNPQ`). */
export const newSetupCode = (now: Date) => `${word(6)}-${now.getUTCFullYear()}-${word(6)}`;

/** As a user may type it: any case, with stray spaces. */
export const normalizeSetupCode = (typed: string) => typed.trim().toUpperCase().replace(/\s+/g, '');

export const looksLikeSetupCode = (typed: string) => /^[A-Z]{3,8}-\d{4}-[A-Z]{3,8}$/.test(normalizeSetupCode(typed));
