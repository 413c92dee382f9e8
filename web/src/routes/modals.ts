import type { Person } from '@spotter/contract/users/users.ts';
import type { PollAnswer } from '#features/conversations/polls/polls.ts';
import type { SessionPrefill } from '#features/sessions/form/starting-values.ts';
import type { Company } from '#features/train-together/train-together.queries.ts';
import { createModals } from '#platform/modals/create-modals.tsx';

export const friendsTabs = ['friends', 'requests', 'find', 'suggestions', 'invite'] as const;
export type FriendsTab = (typeof friendsTabs)[number];

/** The member area's modals, as section 2 of the specification describes them, and those that open over them. */
export type Modal =
  | { name: 'session'; id: string; edit?: boolean }
  | { name: 'friends'; tab?: FriendsTab }
  | { name: 'messages'; conversationId?: string; at?: { seq: number; tap: number } }
  | { name: 'join-group'; token: string }
  | { name: 'my-sessions' }
  /** `invitation`: whom the session is for, and the words to it. `backTo`: the page that sent its reader here, and waits for the session. */
  | ({
      name: 'create-session';
      invitation?: { company: Company; message: string };
      people?: readonly Person[];
      poll?: PollAnswer;
      backTo?: string;
    } & SessionPrefill)
  | { name: 'profile'; tab?: string; link?: 'google' | 'apple' }
  | { name: 'member'; id: string }
  | ({ name: 'train-together' } & Company)
  | { name: 'about-you' }
  | { name: 'notifications' }
  | { name: 'announcement'; id: string }
  | { name: 'report-someone'; userId?: string }
  | { name: 'shortcuts' };

export type ModalName = Modal['name'];

/** What the screen of a modal gets. */
export type ModalScreenProps<N extends ModalName = ModalName> = {
  modal: Extract<Modal, { name: N }>;
  open: boolean;
  onClose: () => void;
};

const overlays = ['shortcuts', 'member', 'train-together', 'announcement', 'report-someone'] as const;
/** One modal, and each overlay once. */
export const mostModals = 1 + overlays.length;

export const { ModalsProvider, useModals } = createModals<Modal>({ overlays });

/** The history state with this modal open, for navigating to a page and a modal at once. */
export const withModal = (modal: Modal) => ({ modals: [modal] });
