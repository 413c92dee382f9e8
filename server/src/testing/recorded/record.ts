import { afterAll, inject } from 'vitest';
import { startRecording, writeRecording } from './recorder.ts';

// Runs before each file of API tests.
const stop = startRecording();
afterAll(() => {
  stop();
  writeRecording(inject('recordings'));
});
