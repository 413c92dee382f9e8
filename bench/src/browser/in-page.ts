/*
 * Scripts that run inside the measured page.
 */

/** Calls a function at the end of the frame that shows what is there now. */
const painted = `const painted = (tell) => requestAnimationFrame(() => {
  const frame = new MessageChannel();
  frame.port1.onmessage = tell;
  frame.port2.postMessage(null);
});`;

/** When what is painted first, since the navigation began. */
export const watchVisit = `(() => {
  ${painted}
  globalThis.visit = {};
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') visit.paint = startTime;
  }).observe({ type: 'paint', buffered: true });
  const seen = (name) => {
    if (name in visit) return;
    visit[name] = null;
    painted(() => { visit[name] = performance.now(); });
  };
  new MutationObserver(() => {
    const outline = document.getElementById('first-screen');
    const isDrawn = !outline && document.querySelector('main')?.textContent.includes('Sessions you can join');
    if (isDrawn || outline?.querySelector('[data-value]:not(:empty)')) seen('texts');
    if (isDrawn) seen('home');
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** \`answered\` resolves to the milliseconds from the finger's lift to the end of the frame in which the button has changed. */
export const watchAnswer = ({ x, y }: { x: number; y: number }) => `(() => {
  ${painted}
  const button = document.elementFromPoint(${x}, ${y}).closest('button');
  const before = button.innerHTML;
  globalThis.answered = new Promise((resolve) => {
    let lifted = NaN;
    addEventListener('pointerup', (event) => { lifted = event.timeStamp; }, { capture: true, once: true });
    const watch = new MutationObserver(() => {
      if (button.isConnected && button.innerHTML === before) return;
      watch.disconnect();
      painted(() => resolve(performance.now() - lifted));
    });
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
})()`;

/** To another page of the app. */
export const go = (path: string) =>
  `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`;

export const startFrames = `(() => {
  globalThis.frameTimes = [];
  const next = (time) => {
    frameTimes.push(time);
    globalThis.ticking = requestAnimationFrame(next);
  };
  globalThis.ticking = requestAnimationFrame(next);
})()`;
export const endFrames = 'cancelAnimationFrame(ticking), frameTimes';

export const bareButton = `(() => {
  document.body.innerHTML = '<meta name="viewport" content="width=device-width"><button style="padding: 2em">Tap</button>';
  document.querySelector('button').onclick = ({ target }) => { target.textContent = performance.now(); };
})()`;

export const bareLines = `(() => {
  const line = (_, number) => '<p>Same time tomorrow? ' + number;
  document.body.innerHTML =
    '<meta name="viewport" content="width=device-width">' + Array.from({ length: 500 }, line).join('');
  scrollTo(0, document.body.scrollHeight);
})()`;
