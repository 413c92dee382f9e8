import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { closeGuard, type NamedModal, opening, stackOf } from './modal-stack.ts';

type Modals<M extends NamedModal> = {
  stack: readonly M[];
  open(modal: M): void;
  /** Changes the top modal in place, for a tab or a mode that needs no step of its own on the way back. */
  change(modal: M): void;
  close(): void;
};

/** Entries this app pushed can be left by going back; one that was opened from outside is only emptied. */
type EntryState = { modals?: NamedModal[]; pushed?: boolean };

/** Modals in the browser's history, for the union of modals `M` that the caller's screens show. */
export function createModals<M extends NamedModal>({ overlays }: { overlays: readonly M['name'][] }) {
  const ModalsContext = createContext<Modals<M> | null>(null);

  function ModalsProvider({ children }: { children: ReactNode }) {
    const location = useLocation();
    const navigate = useNavigate();
    const latest = useRef<Location>(location);
    latest.current = location;
    const guard = useRef(closeGuard()).current;

    const modals = useMemo<Modals<M>>(() => {
      const here = () => latest.current;
      const state = () => (here().state ?? {}) as EntryState;
      const openStack = () => stackOf<M>(here().state);
      const write = (stack: M[], entry: 'push' | 'replace', pushed: boolean) => {
        const { pathname, search, hash } = here();
        const next = { ...state(), modals: stack, pushed };
        void navigate(
          { pathname, search, hash },
          { state: next, replace: entry === 'replace', preventScrollReset: true },
        );
      };
      return {
        stack: stackOf<M>(location.state),
        open(modal) {
          const move = opening(openStack(), modal, overlays);
          const pushed = move.entry === 'push' || state().pushed === true;
          if (move.back === 0) return write(move.stack, move.entry, pushed);
          // Wait for the browser to arrive below, then put the new modal in the place of the old one.
          const replace = () => write(move.stack, 'replace', true);
          window.addEventListener('popstate', () => setTimeout(replace), { once: true });
          void navigate(-move.back);
        },
        change(modal) {
          write([...openStack().slice(0, -1), modal], 'replace', state().pushed === true);
        },
        close() {
          if (openStack().length === 0 || !guard()) return;
          if (state().pushed) void navigate(-1);
          else write(openStack().slice(0, -1), 'replace', false);
        },
      };
    }, [location.state, navigate, guard]);

    return <ModalsContext value={modals}>{children}</ModalsContext>;
  }

  function useModals(): Modals<M> {
    const modals = useContext(ModalsContext);
    if (!modals) throw new Error('useModals needs a ModalsProvider above it');
    return modals;
  }

  return { ModalsProvider, useModals };
}
