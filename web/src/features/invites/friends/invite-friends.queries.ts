import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** The reader's personal link, always the same one. */
export const platformInviteQuery = () =>
  queryOptions({
    queryKey: ['invites', 'friends'],
    queryFn: ({ signal }) => api.generatePlatformInvite({ body: {} }, { signal }),
  });

/** The server mails the link. */
export const useMailPlatformInvite = (onSent: (email: string) => void) =>
  useMutation({
    mutationFn: (email: string) => api.generatePlatformInvite({ body: { email } }),
    onSuccess: (_link, email) => {
      onSent(email);
      toasts.success(`Invite sent to ${email}`);
    },
  });
