/** Prefix of every path in the contract. */
export const API_ROOT = '/api/v1';

/** An entry's path with its parameters and query; undefined and null values are left out. */
export function addressOf(path: string, { params = {}, query = {} }: { params?: object; query?: object }): string {
  const given = params as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(given[name])));
  let search = '';
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      search += `${search ? '&' : '?'}${name}=${encodeURIComponent(String(value).toWellFormed())}`;
  return filled + search;
}
