/** Whatever is chosen among others looks like this: tiles, chips and filters. */
export const chosenLook = 'bg-primary-soft text-primary-text ring-2 ring-primary-mark ring-inset';
