/** Removes the outline that the server put into home's page (`web/public/first-screen.html`). */
export const removeFirstScreen = () => document.getElementById('first-screen')?.remove();
