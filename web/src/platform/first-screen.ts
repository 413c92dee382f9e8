/** The outline that the server put into home's page (`web/public/first-screen.html`), if this browser shows it. */
const outline = () => document.getElementById('first-screen');

export const showsFirstScreen = () => 'firstScreen' in document.documentElement.dataset && outline() !== null;

const holders = new Set<symbol>();

/** Keeps the outline over the page while home is drawn below it, part by part. Returns the function that ends it. */
export function holdFirstScreen(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => {
    holders.delete(holder);
    removeFirstScreen();
  };
}

export function removeFirstScreen(): void {
  if (holders.size === 0) outline()?.remove();
}
