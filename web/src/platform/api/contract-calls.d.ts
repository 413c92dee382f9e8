declare module 'virtual:contract-calls' {
  /** Method and path of every call, by its name; made from the contract at build time. */
  const calls: Record<string, readonly [method: string, path: string]>;
  export default calls;
}
