import { buttonClass } from '#ui/button-class.ts';
import { unlock } from './biometric-lock.ts';

/** Lucide's, which is drawn by React elsewhere. */
const padlock =
  '<svg aria-hidden="true" class="size-9" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></svg>';

/**
 * Opens over everything, and returns the function that takes it away. Escape and the back button don't close it: a browser
 * lets a page refuse them only a few times, so it opens again.
 */
function openAbove(dialog: HTMLDialogElement): () => void {
  const reopen = () => dialog.showModal();
  dialog.setAttribute('closedby', 'none');
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', reopen);
  document.body.append(dialog);
  dialog.showModal();
  return () => {
    dialog.removeEventListener('close', reopen);
    // Gives the focus back.
    dialog.close();
    dialog.remove();
  };
}

/** Hides what is on the screen from the list of open apps. Returns the function that takes the cover away. */
export function coverScreen(): () => void {
  const cover = document.createElement('dialog');
  cover.className =
    'm-0 grid h-dvh max-h-none w-dvw max-w-none place-content-center bg-bg-main text-primary-text outline-none';
  cover.innerHTML = padlock;
  return openAbove(cover);
}

/**
 * Covers everything until the member is recognized or signs out. Plain elements, because it is there before the app is
 * drawn, and above whatever the app shows.
 */
export function showLockScreen(signOut: () => Promise<void>): Promise<void> {
  const screen = document.createElement('dialog');
  screen.setAttribute('aria-labelledby', 'lock-title');
  screen.className =
    'm-0 grid h-dvh max-h-none w-dvw max-w-none place-content-center gap-3 bg-bg-main p-6 text-center text-text-primary outline-none';
  screen.tabIndex = -1;
  const mark = document.createElement('span');
  mark.className = 'mx-auto mb-2 grid size-20 place-items-center rounded-full bg-primary-soft text-primary-text';
  mark.innerHTML = padlock;
  const title = document.createElement('h1');
  title.id = 'lock-title';
  title.className = 'text-2xl';
  title.textContent = 'Locked';
  const hint = document.createElement('p');
  hint.className = 'mb-5 text-text-secondary';
  hint.textContent = "Unlock to see what's on at your gym.";
  const button = (text: string, variant: 'primary' | 'ghost', act: () => void) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = buttonClass({ variant, size: 'lg' });
    made.textContent = text;
    made.addEventListener('click', act);
    return made;
  };
  return new Promise((resolve) => {
    const leave = () => {
      takeAway();
      resolve();
    };
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      const isRecognized = await unlock('Unlock the app');
      isAsking = false;
      if (isRecognized) leave();
    };
    screen.append(
      mark,
      title,
      hint,
      button('Unlock', 'primary', () => void ask()),
      button('Sign out', 'ghost', () => void signOut().then(leave)),
    );
    const takeAway = openAbove(screen);
    // Not on a button, which would be framed before a key is pressed.
    screen.focus();
    void ask();
  });
}
