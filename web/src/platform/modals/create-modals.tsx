import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, useLocation, useNavigate } from 'react-router';
import { BackStepsContext } from '#ui/layer/back-steps.ts';
import { createHistorySteps, entryState, stepsAbove } from './history-steps.ts';
import { closeGuard, type NamedModal, opening, stackOf } from './modal-stack.ts';

type Modals<M extends NamedModal> = {
  stack: readonly M[];
  open(modal: M): void;
  /** Changes the top modal in place, for tabs that need no step of their own for Back. */
  change(modal: M): void;
  /** Switches the top modal to a mode that Back and closing leave. */
  enter(modal: M): void;
  /** Leaves the mode entered last. Changes to `modal` in place when none was, as after a link into the mode. */
  exit(modal: M): void;
  close(): void;
  /** Closes the top modal together with the modes entered in it. */
  closeAll(): void;
};

/** Modals kept in the browser's history, for the union of modals `M`. */
export function createModals<M extends NamedModal>({ overlays }: { overlays: readonly M['name'][] }) {
  const ModalsContext = createContext<Modals<M> | null>(null);

  function ModalsProvider({ children }: { children: ReactNode }) {
    const { state: drawn } = useLocation();
    const navigate = useNavigate();
    // The router creates a new function for each address; the history is the same one.
    const latest = useRef(navigate);
    latest.current = navigate;
    const history = useMemo(
      () => createHistorySteps(((...to: [never]) => latest.current(...to)) as typeof navigate),
      [],
    );
    const guard = useRef(closeGuard()).current;
    useEffect(() => history.start(), [history]);

    const actions = useMemo<Omit<Modals<M>, 'stack'>>(() => {
      const openStack = () => stackOf<M>(entryState());
      const replace = (stack: M[]) => history.write({ ...entryState(), modals: stack }, 'replace');
      const push = (stack: M[]) => {
        const { modals = [], above = 0, steps = 0, ...state } = entryState();
        const entry = { modals: stack, above: modals.length === 0 ? 0 : above + 1, steps, under: steps, pushed: true };
        history.write({ ...state, ...entry }, 'push');
      };
      const replaceTop = (modal: M) => [...openStack().slice(0, -1), modal];
      /** Closes the layers over the modal, and this many entries more. */
      const leave = (entries: number) => history.goBack(entries + stepsAbove(), entryState().under ?? 0);
      const close = (modes: number) => {
        if (openStack().length === 0 || !guard()) return;
        history.whenSettled(() => {
          if (entryState().pushed) return leave(1 + modes);
          leave(modes);
          history.whenSettled(() => replace(openStack().slice(0, -1)));
        });
      };
      return {
        open: (modal) =>
          history.whenSettled(() => {
            const { stack, entry } = opening(openStack(), modal, overlays);
            if (entry === 'push') return push(stack);
            if (!overlays.includes(modal.name)) leave(entryState().above ?? 0);
            // Replaces the open modal.
            history.whenSettled(() => replace(stack));
          }),
        change: (modal) => history.whenSettled(() => replace(replaceTop(modal))),
        enter: (modal) => history.whenSettled(() => push(replaceTop(modal))),
        exit: (modal) =>
          history.whenSettled(() => ((entryState().above ?? 0) > 0 ? leave(1) : replace(replaceTop(modal)))),
        close: () => close(0),
        closeAll: () => close(entryState().above ?? 0),
      };
    }, [history, guard]);
    // A link can be followed while a menu closes; its page must not be what the menu's step back leaves.
    const router = useContext(NavigationContext);
    const ordered = useMemo(() => {
      const inOrder =
        (go: Navigator['push']): Navigator['push'] =>
        (...to) =>
          history.whenSettled(() => go(...to));
      const { navigator } = router;
      const { push, replace } = navigator;
      return { ...router, navigator: { ...navigator, push: inOrder(push), replace: inOrder(replace) } };
    }, [router, history]);
    const modals = useMemo(() => ({ ...actions, stack: stackOf<M>(drawn) }), [actions, drawn]);

    return (
      <BackStepsContext value={history.backSteps}>
        <ModalsContext value={modals}>
          <NavigationContext value={ordered}>{children}</NavigationContext>
        </ModalsContext>
      </BackStepsContext>
    );
  }

  function useModals(): Modals<M> {
    const modals = useContext(ModalsContext);
    if (!modals) throw new Error('useModals needs a ModalsProvider above it');
    return modals;
  }

  return { ModalsProvider, useModals };
}
