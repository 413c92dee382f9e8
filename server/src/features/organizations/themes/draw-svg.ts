import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A drawing that takes longer is an attack. */
const MOST_MS = 5_000;
const LARGEST_PNG = 32 * 1024 * 1024;
const script = fileURLToPath(new URL('./draw-svg.process.ts', import.meta.url));

let last: Promise<unknown> = Promise.resolve();

/**
 * The drawing as a PNG that fits into a size. A few lines of SVG can take minutes, and nothing stops them but the end of
 * their process, so each has its own. One after the other, so that many take no more than one core.
 */
export function drawSvg(svg: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  const drawn = last.then(() => draw(svg, size));
  last = drawn.catch(() => {});
  return drawn;
}

async function draw(svg: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const drawing = promisify(execFile)(process.execPath, [script, String(width), String(height)], {
    encoding: 'buffer',
    // No secret of the server's.
    env: { UV_THREADPOOL_SIZE: '1' },
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
    maxBuffer: LARGEST_PNG,
  });
  // Why it ended early is said by its exit.
  drawing.child.stdin?.on('error', () => {}).end(svg);
  return (await drawing).stdout;
}
