import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 30_000;

/**
 * Gives memory back to the machine when nothing has been asked for a while. Node keeps what its start or a rush took
 * (several times what is in use) until it needs it again. The pause falls where nobody waits, but what was compiled is
 * given back too, so that it should be rare.
 * The function it returns says that somebody asks.
 */
export function giveBackIdleMemory(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  const quiet = setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), QUIET_MS);
  quiet.unref();
  return () => quiet.refresh();
}
