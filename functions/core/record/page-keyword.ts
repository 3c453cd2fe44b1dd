/** A phrase that describes the content of a page. */
export interface PageKeyword {
  /** In the normal form. */
  keyword: string;
  /** 0 to 100, of the basis `page`. */
  score: number;
  /** ISO 639 code, by the script or the page; null if unknown. */
  language: string | null;
  domain_match: { in_title: boolean; in_h1: boolean; in_description: boolean; in_url: boolean };
}
