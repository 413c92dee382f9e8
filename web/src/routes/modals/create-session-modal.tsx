import { useNavigate } from 'react-router';
import { useSettlePoll } from '#features/conversations/polls/polls.ts';
import { FriendPicker } from '#features/friends/friend-picker.tsx';
import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { CreateSession } from '#features/sessions/form/create-session.tsx';
import { type Company, nameOfCompany, useTrainTogether } from '#features/train-together/train-together.queries.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { useInvitationSent } from '#routes/modals/invitation-sent.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

type Props = ModalScreenProps<'create-session'>;

export default function CreateSessionModal(props: Props) {
  const { modal, open, onClose } = props;
  const { gym } = useLogin();
  const { invitation } = modal;
  const title = invitation ? `Train with ${nameOfCompany(invitation.company)}` : 'Create session';
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={title} size="lg">
      {!gym ? <JoinYourGym /> : invitation ? <InviteForm {...props} {...invitation} /> : <CreateForm {...props} />}
    </Modal>
  );
}

function CreateForm({ modal }: Props) {
  const modals = useModals();
  const navigate = useNavigate();
  const settle = useSettlePoll(modal.poll);
  return (
    <CreateSession
      prefill={modal}
      invite={(props) => <FriendPicker {...props} also={modal.people} />}
      onCreated={(session) => {
        const { gym: at, start_time, title } = session;
        if (modal.poll) settle.mutate(session.id);
        // Opens the session, which is where it can be shared; a checklist goes on with its next step.
        if (modal.backTo) void navigate(modal.backTo, { replace: true });
        else modals.open({ name: 'session', id: session.id });
        toasts.success(`${title} is on the calendar`, {
          text: `${momentInWords(start_time.utc, at.timezone)}. You're the first one in.`,
        });
      }}
    />
  );
}

/** Another time to train with someone: invited, and undone, like one of the times that were offered. */
function InviteForm({ modal, onClose, company, message }: Props & { company: Company; message: string }) {
  const onSent = useInvitationSent(company);
  const send = useTrainTogether(company, onSent);
  return (
    <CreateSession
      prefill={modal}
      invitation={{
        whom: nameOfCompany(company),
        onInvite: ({ invite_only, invited_user_ids: _, end_time: __, ...session }, when) => {
          send({ ...session, let_others_join: !invite_only, message }, when);
          onClose();
        },
      }}
    />
  );
}
