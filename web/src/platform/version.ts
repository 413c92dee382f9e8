/** Set by the build. */
declare const __APP_VERSION__: string;

/** Names the build beside the release: two builds of one release differ. Development has none. */
const build = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

export const APP_VERSION = build ? `${__APP_VERSION__}+${build}` : __APP_VERSION__;
