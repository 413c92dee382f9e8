const textsByName = new Map<string, string>();
const namesByText = new Map<string, string>();

/** Gives a text its name; a name stands for one text in the whole process. */
export function remember(name: string, text: string): void {
  const known = textsByName.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are called ${name}.`);
  textsByName.set(name, text);
  namesByText.set(text, name);
}

/** The names under which a process prepares its statements; `known` is the one a statement brings. */
export type StatementNames = { nameOf(text: string, known?: string | null): string | undefined };

/**
 * A statement with a name is prepared under it, any other from its second use on. Inside transactions the same ones come
 * again and again, and parsing and planning a large one takes longer than running it. Only so many texts are kept: lists
 * have every length there is. A plan holds for one role, so each role has a prefix: under the same name one would throw the
 * other's plan away.
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
