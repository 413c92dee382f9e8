const address = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\.]+(?:\.[^\s@<>()[\]",;:\\.]+)+$/u;

/** The addresses in a pasted text of any form: a list, a column of a spreadsheet, or `Ana Costa <ana@x.example>`. */
export function emailsIn(text: string): { emails: string[]; unclear: string[] } {
  const words = text
    .split(/[\s,;:<>()[\]"|]+/)
    .map((word) => word.replace(/^[.'`*•-]+|[.'`*!?-]+$/g, '').toLowerCase())
    .filter((word) => word.includes('@'));
  const unique = [...new Set(words)];
  return {
    emails: unique.filter((word) => address.test(word)),
    unclear: unique.filter((word) => !address.test(word)),
  };
}
