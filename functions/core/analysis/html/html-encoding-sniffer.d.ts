declare module 'html-encoding-sniffer' {
  /** @returns WHATWG name of the encoding, or the default */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ): string;
}
