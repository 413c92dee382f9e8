import { useNavigate } from 'react-router';
import { withModal } from '#routes/modals.ts';

/** Leaves the invite pages for the app, with the joined session open. */
export function useEnterApp() {
  const navigate = useNavigate();
  return (sessionId?: string) =>
    void navigate('/app', {
      replace: true,
      state: sessionId ? withModal({ name: 'session', id: sessionId }) : undefined,
    });
}
