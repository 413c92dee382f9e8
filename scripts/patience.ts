/** How long a test waits for a condition. A busy machine takes seconds for what takes a moment on a quiet one. */
export const PATIENCE_MS = 20_000;
