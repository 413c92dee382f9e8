/** A fresh page, without anything in memory. Apart, so that tests can see it. */
export const loadPage = (address: string) => window.location.assign(address);
