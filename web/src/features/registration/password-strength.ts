export const strengthLabels = ['Weak', 'Fair', 'Good', 'Strong'] as const;

const SYMBOL = /[^\p{L}\p{N}\s]/u;

/** Five words or so: hard to guess by its length alone, unless it repeats a few letters. */
const isPassphrase = (password: string) => password.length >= 25 && new Set(password).size >= 8;

/** One point each for eight or more characters, mixed case, a digit and a symbol; three for a passphrase. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const points = [
    password.length >= 8,
    /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
    /\d/.test(password),
    SYMBOL.test(password),
  ];
  return Math.max(points.filter(Boolean).length, isPassphrase(password) ? 3 : 0) as 0 | 1 | 2 | 3 | 4;
}

/** Any input is at least weak; no input has no rating. */
export function strengthLabel(password: string): (typeof strengthLabels)[number] | null {
  if (password === '') return null;
  return strengthLabels[Math.max(0, passwordStrength(password) - 1)] ?? null;
}
