export type TourStep = { title: string; text: string; target: () => Element | null };

const isVisible = (element: Element) => element.getClientRects().length > 0;

/** A place in the bar or the rail, whichever is on the screen, by the name people read on it. */
const place = (name: string) => () =>
  [...document.querySelectorAll('nav[aria-label="Main"] :is(a, button)')].find(
    (control) =>
      isVisible(control) && (control.getAttribute('aria-label') === name || control.textContent?.includes(name)),
  ) ?? null;

const nextSession = () => document.querySelector('[data-tour="next"]');

export const tourSteps = (brand: string): readonly TourStep[] => [
  {
    title: `Welcome to ${brand}`,
    text: 'One minute, and you know your way around.',
    target: () => null,
  },
  {
    title: 'Who you train with next',
    text: 'Home starts with your next session and what you can join today. One tap, and you are in.',
    target: nextSession,
  },
  {
    title: 'Everything that is on',
    text: "The calendar shows every session at your gym, in the gym's own time.",
    target: place('Calendar'),
  },
  {
    title: 'Start one yourself',
    text: 'Say what, when and for how many. People who train at your hours see it.',
    target: place('Create'),
  },
  {
    title: 'Talk before and after',
    text: 'Plan the next session with one person or a group. Your unread messages are counted here.',
    target: place('Messages'),
  },
  {
    title: 'Tell us how you train',
    text: 'Your level decides which sessions fit you; your hours and goals find you partners.',
    target: place('Profile'),
  },
];
