export type TourStep = { title: string; text: string; target: () => Element | null };

const isVisible = (element: Element) => element.getClientRects().length > 0;

/** A navigation item in the bar or the rail, whichever is visible, by its label. */
const place = (name: string) => () =>
  [...document.querySelectorAll('nav[aria-label="Main"] :is(a, button)')].find(
    (control) =>
      isVisible(control) && (control.getAttribute('aria-label') === name || control.textContent?.includes(name)),
  ) ?? null;

/** The next session or, for a new member, the sessions to join. With neither there is nothing to point at. */
const nextSession = () =>
  document.querySelector('[data-tour="next"]') ?? document.querySelector('[data-tour="joinable"]');

export const tourSteps = (brand: string): readonly TourStep[] => [
  {
    title: `Welcome to ${brand}`,
    text: "Give us a minute and you'll know your way around.",
    target: () => null,
  },
  {
    title: "What's next",
    text: "Home shows your next session and what you can join today. One tap and you're in.",
    target: nextSession,
  },
  {
    title: "Everything that's on",
    text: "The calendar shows every session at your gym, in the gym's own time.",
    target: place('Calendar'),
  },
  {
    title: 'Start one yourself',
    text: 'Pick what, when and how many spots. People who train at your times will see it.',
    target: place('Create'),
  },
  {
    title: 'Chat before and after',
    text: 'Plan your next session with a friend or a group. Unread messages show up here.',
    target: place('Messages'),
  },
  {
    title: 'Tell us how you train',
    text: 'Your level shows which sessions fit you. Your times and goals help you find partners.',
    target: place('Profile'),
  },
];
