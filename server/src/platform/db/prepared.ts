const textsByName = new Map<string, string>();
const namesByText = new Map<string, string>();

/** Gives a text its name; a name stands for one text in the whole process. */
export function remember(name: string, text: string): void {
  const known = textsByName.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are called ${name}.`);
  textsByName.set(name, text);
  namesByText.set(text, name);
}

/** The names under which a process prepares its statements. */
export type StatementNames = { nameOf(text: string): string | undefined };

/**
 * A statement with a name is prepared under it, any other from its second use on. Inside transactions the same ones come
 * again and again, and parsing and planning a large one takes longer than running it. Only so many texts are kept: lists
 * have every length there is.
 */
export function statementNames(mostTexts = 1_000): StatementNames {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return {
    nameOf(text) {
      const known = namesByText.get(text) ?? names.get(text);
      if (known || names.size >= mostTexts) return known;
      if (!seenOnce.delete(text)) {
        if (seenOnce.size >= mostTexts) seenOnce.clear();
        seenOnce.add(text);
        return undefined;
      }
      const name = `built-${names.size}`;
      names.set(text, name);
      return name;
    },
  };
}
