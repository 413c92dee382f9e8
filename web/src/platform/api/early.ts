declare global {
  /** Calls that the member's page sent while the app's files were under way. */
  var early: { token: string; answers: Map<string, Promise<Response>> } | undefined;
}

/** The answer the page has already asked for with this token. It is taken once: whoever asks again wants a new one. */
export function takeEarlyAnswer(address: string, access: string | null): Promise<Response> | undefined {
  const { early } = globalThis;
  if (!early || early.token !== access) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer;
}
