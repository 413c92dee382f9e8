/** A small drawing that takes any processor minutes: its groups show a circle of hundreds of dashes half a million times. */
export function endlessDrawing(about: string): File {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  );
  const text = `<svg xmlns="http://www.w3.org/2000/svg" ${about}><circle id="g0" r="1" stroke="red" stroke-dasharray=".01"/>${levels.join('')}</svg>`;
  return new File([text], 'me.png');
}

/** The seconds of processor time that this process spends on some work. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
