/** '340 KB', '12.5 MB' or '5 GB', in the reader's numbers and never on two lines. */
export function sizeWords(bytes: number): string {
  const [unit, name] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'KB'];
  const digits = unit === 1e3 ? 0 : 1;
  return `${(bytes / unit).toLocaleString(undefined, { maximumFractionDigits: digits })}\u00a0${name}`;
}
