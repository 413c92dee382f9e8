/** A number that marks what is new: beyond 99 nobody counts. */
export const shownCount = (count: number) => (count > 99 ? '99+' : String(count));
