import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLogin } from '#platform/login/use-login.ts';
import type { Modal, ModalName, ModalScreenProps } from '#routes/modals.ts';
import { mostModals, useModals } from '#routes/modals.ts';

type Screens = { [N in ModalName]: ComponentType<ModalScreenProps<N>> };

const screens: Screens = {
  profile: lazy(() => import('#routes/modals/profile-modal.tsx')),
  'about-you': lazy(() => import('#routes/modals/about-you-modal.tsx')),
  member: lazy(() => import('#routes/modals/member-modal.tsx')),
  'train-together': lazy(() => import('#routes/modals/train-together-modal.tsx')),
  notifications: lazy(() => import('#routes/modals/notifications-modal.tsx')),
  announcement: lazy(() => import('#routes/modals/announcement-modal.tsx')),
  'report-someone': lazy(() => import('#routes/modals/report-someone-modal.tsx')),
  session: lazy(() => import('#routes/modals/session-modal.tsx')),
  'my-sessions': lazy(() => import('#routes/modals/my-sessions-modal.tsx')),
  shortcuts: lazy(() => import('#routes/modals/shortcuts-modal.tsx')),
  friends: lazy(() => import('#routes/modals/friends-modal.tsx')),
  'join-group': lazy(() => import('#routes/modals/join-group-modal.tsx')),
  messages: lazy(() => import('#routes/modals/messages-modal.tsx')),
  'create-session': lazy(() => import('#routes/modals/create-session-modal.tsx')),
};

/** Windows that only a member of a gym can use, by title. */
const ofAGym: Partial<Record<ModalName, string>> = {
  friends: 'Friends',
  messages: 'Messages',
  'join-group': 'Join group',
  'my-sessions': 'My sessions',
};
const JoinFirst = lazy(() => import('#routes/modals/join-first-modal.tsx'));

const slots = [...Array(mostModals).keys()];

/**
 * A window takes everything that is on the screen when it opens away from a screen reader. After a reload, several are
 * open at once; each waits for the one below, which would take it away otherwise.
 */
export default function MemberModals() {
  const { stack } = useModals();
  const [shown, setShown] = useState(0);
  return (
    <>
      {slots.map((slot) => (
        <Slot
          key={slot}
          modal={slot <= shown ? stack[slot] : undefined}
          onShown={(isShown) => setShown(isShown ? slot + 1 : slot)}
        />
      ))}
    </>
  );
}

/** Keeps rendering the last modal while it closes. */
function Slot({ modal, onShown }: { modal: Modal | undefined; onShown: (isShown: boolean) => void }) {
  const { close } = useModals();
  const { user, emulation } = useLogin();
  const [last, setLast] = useState(modal);
  if (modal && modal !== last) setLast(modal);
  const shown = modal ?? last;
  if (!shown) return null;
  const Screen = screens[shown.name] as ComponentType<ModalScreenProps>;
  const title = user && !user.organization && !emulation ? ofAGym[shown.name] : undefined;
  const window = { open: modal !== undefined, onClose: close };
  return (
    <Suspense>
      {title ? <JoinFirst title={title} {...window} /> : <Screen key={shown.name} modal={shown} {...window} />}
      {modal ? <Shown onShown={onShown} /> : null}
    </Suspense>
  );
}

/** Tells when what is drawn beside it is on the screen, its effects included, and when it no longer is. */
function Shown({ onShown }: { onShown: (isShown: boolean) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for as long as it is drawn
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => onShown(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      onShown(false);
    };
  }, []);
  return null;
}
