import { Component, type ReactNode } from 'react';
import { removeFirstScreen } from '#platform/first-screen.ts';
import { CrashScreen } from './crash-screen.tsx';

/** A chunk that disappeared with a release is not a crash: reloading gets the new build. */
const isMissingChunk = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message);

const RELOADED_AT = 'spotter:reloaded';

function reloadOnce() {
  // Without a network and a worker the browser would show its own page, and what waits to be sent couldn't be seen.
  if (!navigator.onLine && !navigator.serviceWorker?.controller) return;
  // In the history entry instead of storage: it ends with this visit and needs no key.
  if ((window.history.state as Record<string, unknown> | null)?.[RELOADED_AT]) return;
  window.history.replaceState({ ...window.history.state, [RELOADED_AT]: true }, '');
  window.location.reload();
}

export class CrashBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    removeFirstScreen();
    if (isMissingChunk(error)) reloadOnce();
  }

  override render() {
    return this.state.failure ? <CrashScreen error={this.state.failure.error} /> : this.props.children;
  }
}
