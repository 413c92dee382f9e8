const READ_WITHIN_MS = 60_000;

/** Saves a downloaded file; a phone offers to open it. */
export function saveFile(content: unknown, name: string): void {
  const blob =
    content instanceof Blob ? content : new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // A busy browser reads the file later than it is told to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}
