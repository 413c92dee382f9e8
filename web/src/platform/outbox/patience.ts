/** A phone deep inside a gym may take minutes to notice that it has no connection. */
const LONGEST_ANSWER_MS = 20_000;
/** A file may take longer than any other request, as long as it moves. */
const LONGEST_STANDSTILL_MS = 30_000;

/** Gives a request up that gets no answer in time, or whose file has stopped moving. */
export function createPatience(isLarge: boolean) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException('It took too long.', 'TimeoutError'));
  let timer = setTimeout(giveUp, isLarge ? LONGEST_STANDSTILL_MS : LONGEST_ANSWER_MS);
  return {
    signal: controller.signal,
    moved(): void {
      clearTimeout(timer);
      timer = setTimeout(giveUp, LONGEST_STANDSTILL_MS);
    },
    end: (): void => clearTimeout(timer),
  };
}
