type Undo = () => Promise<unknown> | unknown;

const undos: Undo[] = [];
let cleaning: Promise<void> | undefined;

/** What has been started and must be stopped, last first, however the run ends. */
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

/** Whatever fails from now on fails because it is being taken away. */
export const isCleaningUp = () => cleaning !== undefined;

export function cleanUpOnSignals(): void {
  // The reader of our output may end first: `npm run bench | tail`, and Ctrl-C.
  process.stdout.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      console.log('\nCleaning up…');
      await cleanUp();
      process.exit(1);
    });
  }
}
