/** `npm run ios`: builds the web app into the Xcode project. `-- --organization ID` makes it a gym's own app. */
import { makeApp } from './native/make-app.ts';

await makeApp('ios');
