import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 30_000;

/**
 * Returns memory to the machine after a period without requests. Node keeps what its start or a burst took (several
 * times what is in use) until it needs it again. The pause happens when nobody waits, but compiled code is dropped too,
 * so it should be rare. Call the returned function on each request.
 */
export function giveBackIdleMemory(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  const quiet = setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), QUIET_MS);
  quiet.unref();
  return () => quiet.refresh();
}
