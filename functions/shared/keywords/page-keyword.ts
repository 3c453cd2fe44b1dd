/** A phrase that says what a page is about. */
export interface PageKeyword {
  /** In the normal form. */
  keyword: string;
  /** 0 to 100, of the basis `page`. */
  score: number;
  /** ISO 639 code; null where neither script nor page says it. */
  language: string | null;
  domain_match: { in_title: boolean; in_h1: boolean; in_description: boolean; in_url: boolean };
}
