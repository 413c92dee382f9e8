import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { afterwards } from '../cleanup.ts';
import type { Account } from './programs.ts';

/**
 * Stands in for /dev/watchdog, which would reset the machine that runs the test. Patroni's own driver for tests writes into a
 * pipe what it otherwise tells the kernel: the timeout, a keepalive after each renewal of its lease, and `V` to disarm it.
 */
export function createWatchdog({ ids }: Account, file: string, reset: () => void) {
  execFileSync('mkfifo', ['--mode=600', file], ids);
  // Open for writing too, so that it doesn't end when Patroni closes it.
  const fd = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true });
  let timeoutMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOn = false;

  function arm(): void {
    const armed = setTimeout(() => {
      // A keepalive may be in the pipe already if this process was busy.
      setImmediate(() => {
        if (timer === armed) reset();
      });
    }, timeoutMs);
    timer = armed;
  }
  function disarm(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  pipe.setEncoding('latin1').on('data', (said: string) => {
    if (!isOn) return;
    const seconds = /Ctimeout=(\d+)\n/.exec(said)?.[1];
    if (seconds) timeoutMs = Number(seconds) * 1_000;
    disarm();
    if (!said.endsWith('V')) arm();
  });
  afterwards(() => pipe.destroy());
  return {
    /** Its machine has power. */
    switchOn: () => {
      isOn = true;
    },
    switchOff: () => {
      isOn = false;
      disarm();
    },
  };
}
