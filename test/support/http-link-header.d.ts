declare module 'http-link-header' {
  interface Reference {
    uri: string;
    rel?: string;
    hreflang?: string | string[];
  }
  const LinkHeader: { parse(value: string): { refs: Reference[] } };
  export default LinkHeader;
}
