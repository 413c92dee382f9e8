const textsByName = new Map<string, string>();
const namesByText = new Map<string, string>();

/** Names a statement's text; a name stands for one text in the whole process. */
export function remember(name: string, text: string): void {
  const known = textsByName.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are called ${name}.`);
  textsByName.set(name, text);
  namesByText.set(text, name);
}

/** The names of a process's prepared statements; `known` is a statement's own name. */
export type StatementNames = { nameOf(text: string, known?: string | null): string | undefined };

/**
 * A named statement is prepared under its name, any other from its second use on: parsing and planning a large one
 * takes longer than running it. The number of kept texts is limited, because lists come in every length. A plan is
 * valid for one role, so each role has a prefix; under one name they would evict each other's plan.
 */
export function statementNames({ mostTexts = 1_000, prefix = '' } = {}): StatementNames {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return {
    nameOf(text, known = namesByText.get(text)) {
      if (known) return `${prefix}${known}`;
      const built = names.get(text);
      if (built || names.size >= mostTexts) return built;
      if (!seenOnce.delete(text)) {
        if (seenOnce.size >= mostTexts) seenOnce.clear();
        seenOnce.add(text);
        return undefined;
      }
      const name = `${prefix}built-${names.size}`;
      names.set(text, name);
      return name;
    },
  };
}
