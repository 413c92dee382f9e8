type Undo = () => Promise<unknown> | unknown;

const undos: Undo[] = [];
let cleaning: Promise<void> | undefined;

/** Clean-up steps, run in reverse order however the run ends. */
export function afterwards(undo: Undo): void {
  undos.push(undo);
}

export function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    for (const undo of undos.reverse()) {
      try {
        await undo();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
  })();
  return cleaning;
}

/** From here on, failures are expected: everything is being shut down. */
export const isCleaningUp = () => cleaning !== undefined;

export function cleanUpOnSignals(): void {
  // The process reading our output may end first, as with `npm run bench | tail` and Ctrl-C.
  process.stdout.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      console.log('\nCleaning up…');
      await cleanUp();
      process.exit(1);
    });
  }
}
