type Query = Record<string, unknown>;

/** The paths of the neighbouring pages: the same query with a few values replaced. */
export function pageLinks(path: string, query: Query, ends: { next: Query | null; previous: Query | null }) {
  const link = (changes: Query | null) => {
    if (!changes) return null;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, ...changes }))
      if (value !== undefined && value !== null) search.set(name, String(value));
    return `${path}?${search}`;
  };
  return { next: link(ends.next), previous: link(ends.previous) };
}
