import { API_ROOT } from '@spotter/contract/api/address.ts';
import { builtApp } from '#platform/native-app.ts';

/** The server's origin for a native app, whose pages are on the phone. On the web: empty, the page's own server. */
const SERVER = builtApp?.server ?? '';

/** Where the calls of the contract go. */
export const API_ADDRESS = `${SERVER}${API_ROOT}`;

/** The server names pictures by their path. In a native app they need its origin. */
export const parseAnswer = (text: string, server = SERVER): unknown =>
  JSON.parse(server ? text.replaceAll(/(?<!\\)"\/files\//g, `"${server}/files/`) : text);

/** The server knows its pictures by their path alone. */
export function writeBody(body: unknown, server = SERVER): string {
  const text = JSON.stringify(body);
  return server ? text.replaceAll(`"${server}/files/`, '"/files/') : text;
}
