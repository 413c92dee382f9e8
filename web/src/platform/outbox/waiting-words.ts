export const waitingInWords = (count: number) => (count === 1 ? '1 change waiting' : `${count} changes waiting`);
export const askedInWords = (count: number) => (count === 1 ? '1 change to check' : `${count} changes to check`);
