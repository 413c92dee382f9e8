/** For a list in a sheet: pulling it down reads it again. The sheet still closes by its header. */
export const pullsToRefresh = { 'data-refreshes': '', 'data-base-ui-swipe-ignore': '' };
