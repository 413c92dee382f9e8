/** For tests of code that Node runs as it is: Vite would only transform each module and slow it down. */
export const withoutVite = { viteModuleRunner: false, nodeLoader: false };
