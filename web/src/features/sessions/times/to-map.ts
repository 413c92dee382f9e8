/** An address that a phone opens in its map app. */
export const toMap = (place: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
