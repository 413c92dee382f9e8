const FRAME_MS = 16;

/** Resolves once the next frame is on the screen, or as soon as the page is left, when no frame may follow. */
export async function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const leaving = ['pagehide', 'visibilitychange'];
  for (const event of leaving) addEventListener(event, resolve);
  // Called at the beginning of a frame, which is on the screen by the beginning of the next.
  requestAnimationFrame(() => setTimeout(resolve, FRAME_MS));
  await promise;
  for (const event of leaving) removeEventListener(event, resolve);
}
