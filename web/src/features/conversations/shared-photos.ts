import type { QueryClient } from '@tanstack/react-query';

/** Photos from another app on their way to the chat that the member chose for them. They end with the sign-in. */
const keyOf = (chatId: string) => ['shared-photos', chatId] as const;

export const giveSharedPhotos = (queryClient: QueryClient, chatId: string, photos: File[]): void =>
  void queryClient.setQueryData<File[]>(keyOf(chatId), photos);

/** For the chat, once it is open. */
export function takeSharedPhotos(queryClient: QueryClient, chatId: string): File[] {
  const photos = queryClient.getQueryData<File[]>(keyOf(chatId)) ?? [];
  queryClient.removeQueries({ queryKey: keyOf(chatId) });
  return photos;
}
