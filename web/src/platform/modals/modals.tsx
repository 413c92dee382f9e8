import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { closeGuard, type Modal, opening, stackOf } from './modal-stack.ts';

type Modals = {
  stack: readonly Modal[];
  open(modal: Modal): void;
  /** Changes the top modal in place, for a tab or a mode that needs no step of its own on the way back. */
  change(modal: Modal): void;
  close(): void;
};

const ModalsContext = createContext<Modals | null>(null);

/** Entries this app pushed can be left by going back; one that was opened from outside is only emptied. */
type EntryState = { modals?: Modal[]; pushed?: boolean };

export function ModalsProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef<Location>(location);
  latest.current = location;
  const guard = useRef(closeGuard()).current;

  const modals = useMemo<Modals>(() => {
    const here = () => latest.current;
    const state = () => (here().state ?? {}) as EntryState;
    const write = (stack: Modal[], entry: 'push' | 'replace', pushed: boolean) => {
      const { pathname, search, hash } = here();
      const rest = { ...state(), modals: stack, pushed };
      void navigate(
        { pathname, search, hash },
        { state: rest, replace: entry === 'replace', preventScrollReset: true },
      );
    };
    return {
      stack: stackOf(location.state),
      open(modal) {
        const move = opening(stackOf(here().state), modal);
        const pushed = move.entry === 'push' || state().pushed === true;
        if (move.back === 0) return write(move.stack, move.entry, pushed);
        // Wait for the browser to arrive below, then put the new modal in the place of the old one.
        window.addEventListener('popstate', () => setTimeout(() => write(move.stack, 'replace', true)), { once: true });
        void navigate(-move.back);
      },
      change(modal) {
        write([...stackOf(here().state).slice(0, -1), modal], 'replace', state().pushed === true);
      },
      close() {
        if (stackOf(here().state).length === 0 || !guard()) return;
        if (state().pushed) void navigate(-1);
        else write(stackOf(here().state).slice(0, -1), 'replace', false);
      },
    };
  }, [location.state, navigate, guard]);

  return <ModalsContext value={modals}>{children}</ModalsContext>;
}

export function useModals(): Modals {
  const modals = useContext(ModalsContext);
  if (!modals) throw new Error('useModals needs a ModalsProvider above it');
  return modals;
}
