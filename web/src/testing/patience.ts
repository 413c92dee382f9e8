import { configure } from '@testing-library/react';

/** Timeouts for slow machines; a test waits only as long as it takes. */
configure({ asyncUtilTimeout: 20_000 });
