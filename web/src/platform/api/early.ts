declare global {
  /** Calls that the member's page sent while the app's files were still loading. */
  var early: { token: string; answers: Map<string, Promise<Response>> } | undefined;
}

/**
 * Takes the answer that the page already requested with this token. It is used once; later callers want a fresh one.
 */
export function takeEarlyAnswer(address: string, access: string | null): Promise<Response> | undefined {
  const { early } = globalThis;
  if (!early || early.token !== access) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}
