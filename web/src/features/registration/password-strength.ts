export const strengthLabels = ['Weak', 'Fair', 'Good', 'Strong'] as const;

const SYMBOL = /[^\p{L}\p{N}\s]/u;

/** Five words or so: hard to guess by its length alone, unless it repeats a few letters. */
const isPassphrase = (password: string) => password.length >= 25 && new Set(password).size >= 8;

/**
 * What most of the server's long list of common passwords is made of. The list itself is too large to load here: the
 * server compares with it and has the last word.
 */
const commonWords =
  'password passwort passwd pass qwer qwert qwerty qwertz azerty asdf asdfgh zxcv zxcvbn qazwsx abc abcd abcdef admin administrator login ' +
  'welcome letmein iloveyou love secret master monkey dragon shadow sunshine princess football baseball soccer hockey ' +
  'superman batman pokemon starwars trustno freedom whatever killer hunter ranger charlie jordan michael daniel ' +
  'matthew anthony thomas robert andrew jessica ashley nicole chelsea arsenal liverpool summer winter spring autumn ' +
  'january february march april june july august september october november december changeme test guest hello ' +
  'computer internet mustang ferrari nokia samsung gym fitness workout spotter';
const isCommon = new RegExp(`^[^a-z]*(?:(?:${commonWords.replaceAll(' ', '|')})[^a-z]*){1,2}$`);
const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** A common word with figures or signs around or instead of its letters, such as P@ssw0rd or Password123! */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  // Figures at the end are figures, not letters.
  const [, word = '', end = ''] = /^(.*?[a-z])([^a-z]*)$/.exec(plain) ?? [];
  const spelled = word.replace(/[@43!105$]/g, (sign) => lookalikes[sign] ?? sign) + end;
  return isCommon.test(plain) || isCommon.test(spelled);
}

/** One point each for eight or more characters, mixed case, a digit and a symbol; three for a passphrase, one at most for a common one. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  const points = [
    password.length >= 8,
    /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
    /\d/.test(password),
    SYMBOL.test(password),
  ];
  const sum = Math.max(points.filter(Boolean).length, isPassphrase(password) ? 3 : 0);
  return Math.min(sum, isCommonPassword(password) ? 1 : 4) as 0 | 1 | 2 | 3 | 4;
}

/** Any input is at least weak; no input has no rating. */
export function strengthLabel(password: string): (typeof strengthLabels)[number] | null {
  if (password === '') return null;
  return strengthLabels[Math.max(0, passwordStrength(password) - 1)] ?? null;
}
