const MOST_TRIES = 4;
const LONGEST_WAIT_S = 10;

export type Wait = (milliseconds: number) => Promise<void>;

export const wait: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds to wait for a busy server, with some jitter; null if it isn't busy. */
function waitOf({ status, headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After'));
  if (status !== 503 || !(seconds > 0)) return null;
  return Math.min(seconds, LONGEST_WAIT_S) * 1000 * (1 + Math.random() / 4);
}

/** Retries while the server is busy. Only for calls that are safe to repeat. */
export async function sendUntilTaken(send: () => Promise<Response>, pause: Wait = wait): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send();
    const milliseconds = waitOf(response);
    if (milliseconds === null || tries === MOST_TRIES) return response;
    await pause(milliseconds);
  }
}
