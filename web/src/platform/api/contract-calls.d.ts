declare module 'virtual:contract-calls' {
  /** Method, path and client rules of every call by name, generated from the contract at build time. */
  const calls: import('./client.ts').CallTable;
  export default calls;
}
