const urlParts = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/;

/** One address for each host of a URL, in their order. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = url, after = ''] = urlParts.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
