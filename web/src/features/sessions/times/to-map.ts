/** Where a phone opens its own map. */
export const toMap = (place: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
