/** Photos from another app on their way to the chat that the member chose for them. */
let shared: { chatId: string; photos: File[] } | null = null;

export function giveSharedPhotos(chatId: string, photos: File[]): void {
  shared = photos.length > 0 ? { chatId, photos } : null;
}

/** For the chat, once it is open. */
export function takeSharedPhotos(chatId: string): File[] {
  if (shared?.chatId !== chatId) return [];
  const { photos } = shared;
  shared = null;
  return photos;
}
