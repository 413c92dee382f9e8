/** Between two parts of long work: on a slow phone, the browser paints and answers taps here. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
