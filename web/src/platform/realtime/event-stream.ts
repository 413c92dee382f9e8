/** One message of a text/event-stream. */
export type StreamMessage = { id: string | null; event: string; data: string };

/** Takes text as it arrives, cut anywhere, and gives the messages that are complete. */
export function createStreamParser(
  onMessage: (message: StreamMessage) => void,
  onRetry: (milliseconds: number) => void,
) {
  let rest = '';
  let id: string | null = null;
  let event = '';
  let data: string[] = [];

  function line(text: string) {
    if (text === '') {
      if (data.length > 0) onMessage({ id, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return; // a comment: the server's heartbeat
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }

  return (chunk: string) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}
