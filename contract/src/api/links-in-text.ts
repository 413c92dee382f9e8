/**
 * What mail programs turn into a link: `evil.example/prize`, `www.`, `http://`, `a@b.com`, an IP address, a phone number.
 * Each pattern looks at a few characters only, so that "St. John", "J.R.", "No.1 Gym" and "CrossFit 5.0" stay names.
 */
const linked = [
  // A dot with a letter pair behind it and no space around it, in any script: every domain ends like that.
  /[^\s.。][.。][\p{L}\p{M}]{2}/u,
  /www[.。]/i,
  /[/\\]{2}/,
  // An address, or somebody's name elsewhere.
  /@[\p{L}\p{N}_]/u,
  /\b(?:https?|ftp|mailto|tel|sms|tg|whatsapp):\S/i,
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
];
/** Nine digits, however they are grouped. A span of years has eight. */
const phoneNumber = /\p{Nd}{9}/u;
const grouping = /[\p{P}\p{S}\p{Z}]/gu;

const marks = /[.。@/\\:]+/g;
const hidden = /\p{Cf}/gu;

/** Letters in their plain form: mail programs and browsers read `ｅｖｉｌ．ｅｘａｍｐｌｅ` as `evil.example`. */
const plain = (text: string) => text.normalize('NFKC').replace(hidden, '');

/** Whether a mail program would make a part of the text a link. */
export function hasLink(text: string): boolean {
  const written = plain(text);
  return linked.some((pattern) => pattern.test(written)) || phoneNumber.test(written.replace(grouping, ''));
}

/** The text as it can stand in a mail to anyone. Changes only a text that has a link, to words without one. */
export function withoutLinks(text: string): string {
  if (!hasLink(text)) return text;
  const words = plain(text).replace(marks, ' ').replace(/\s+/g, ' ').trim();
  return hasLink(words) ? words.replace(/\p{Nd}/gu, '') : words;
}
