import { type Company, nameOfCompany } from '#features/train-together/train-together.queries.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useModals } from '#routes/modals.ts';

/** Says that an invitation was sent, with the way to its chat unless that is open. */
export function useInvitationSent(company: Company) {
  const modals = useModals();
  const isInChat = modals.stack.some(({ name }) => name === 'messages');
  return (conversationId: string) =>
    toasts.longSuccess(`Invitation sent to ${nameOfCompany(company)}`, {
      text: "It's on your calendar.",
      ...(!isInChat && {
        action: { label: 'Open chat', onSelect: () => modals.open({ name: 'messages', conversationId }) },
      }),
    });
}
