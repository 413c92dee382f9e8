type Piece = { text: string; is_match: boolean };

/** The same as `fold_name` in the database, for one word. Most words are plain, and a page of results has a hundred thousand. */
function folded(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z0-9]+$/.test(lower) ? lower : foldedSigns(word);
}

const foldedSigns = (word: string) =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replace(/[øðđłħıþ]/g, (letter) => 'oddlhit'['øðđłħıþ'.indexOf(letter)]!)
    .replace(/[\u0300-\u036f'’ʼ`´]/g, '');

/** How much of a message is shown before the first word found, and altogether. */
const BEFORE = 40;
const LONGEST = 160;
const aWord = /[\p{L}\p{N}\p{M}'’ʼ`´]+/gu;

/** The part of a message around the first word found, on one line, with the words found marked. The last word may be unfinished. */
export function excerptOf(content: string, asked: readonly string[]): Piece[] {
  const wanted = asked.map(folded);
  const text = content.replace(/\s+/g, ' ');
  const isFound = (word: string) => {
    const plain = folded(word);
    return wanted.some((one, index) => (index === wanted.length - 1 ? plain.startsWith(one) : plain === one));
  };
  const start = startOf(text, firstOf(text, isFound));
  const end = endOf(text, start);
  const pieces: Piece[] = [];
  const add = (piece: string, is_match: boolean) => {
    if (piece !== '') pieces.push({ text: piece, is_match });
  };
  let at = start;
  add(start > 0 ? '…' : '', false);
  for (const { 0: word, index: offset } of text.slice(start, end).matchAll(aWord)) {
    const index = start + offset;
    if (!isFound(word)) continue;
    add(text.slice(at, index), false);
    at = Math.min(index + word.length, end);
    add(text.slice(index, at), true);
  }
  add(text.slice(at, end) + (end < text.length ? '…' : ''), false);
  return pieces;
}

/** Where the first word found begins; nothing behind it is looked at. */
function firstOf(text: string, isFound: (word: string) => boolean): number {
  for (const { 0: word, index } of text.matchAll(aWord)) if (isFound(word)) return index;
  return 0;
}

/** At the start of a word, so that no letter is cut. */
function startOf(text: string, match: number): number {
  if (match <= BEFORE) return 0;
  const space = text.indexOf(' ', match - BEFORE);
  return space >= 0 && space < match ? space + 1 : match;
}

function endOf(text: string, start: number): number {
  if (text.length - start <= LONGEST) return text.length;
  const space = text.lastIndexOf(' ', start + LONGEST);
  if (space > start) return space;
  // Not inside a character that takes two units.
  return start + [...text.slice(start, start + LONGEST)].slice(0, -1).join('').length;
}
