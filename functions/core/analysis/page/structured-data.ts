import { LIST_CAP, type Page } from '../../record/record.ts';

/** Maximum length of a parsed JSON-LD block, in UTF-16 units. */
export const MAX_JSON_LD = 256 * 1024;
/** Maximum length of all JSON-LD blocks of a page that are kept. */
const MAX_KEPT = 512 * 1024;
const MAX_TYPES = 10_000;

/** A JSON-LD block of a page. */
export interface JsonLdBlock {
  text: string;
  /** Absent: the text is not valid JSON. */
  json?: unknown;
}

/** Collects the schema.org types that a page declares. */
export class StructuredData {
  readonly #types = new Set<string>();
  /** The first blocks, as many as fit. */
  readonly blocks: JsonLdBlock[] = [];
  #kept = 0;
  #blocks = 0;
  #errors = 0;

  /** @param text content of a `<script type="application/ld+json">`; null: too long to be parsed */
  addJsonLd(text: string | null): void {
    this.#blocks++;
    if (text === null) return;
    const block: JsonLdBlock = { text };
    try {
      block.json = JSON.parse(text);
      this.#addTypes(block.json);
    } catch {
      this.#errors++;
    }
    this.#kept += text.length;
    if (this.#kept <= MAX_KEPT) this.blocks.push(block);
  }

  /** @param itemtype value of a microdata `itemtype` attribute */
  addMicrodata(itemtype: string): void {
    for (const type of itemtype.split(/[ \t\n\f\r]+/).slice(0, 20)) this.#addType(type, true);
  }

  summary(): Page['structured_data'] {
    const types = [...this.#types];
    return { types: types.slice(0, LIST_CAP), types_total: types.length, blocks: this.#blocks, errors: this.#errors };
  }

  #addTypes(json: unknown): void {
    const pending = [json];
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value !== 'object' || value === null) continue;
      const type: unknown = (value as Record<string, unknown>)['@type'];
      for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') this.#addType(name, false);
      // In a context, `@type` is the datatype of a property.
      const members = Object.entries(value).filter(([name]) => name !== '@context');
      for (const [, member] of members.reverse()) if (typeof member === 'object') pending.push(member);
    }
  }

  #addType(type: string, fullOnly: boolean): void {
    const full = /^https?:\/\/(?:www\.)?schema\.org\/(.+)$/i.exec(type);
    const name = full?.[1] ?? (fullOnly ? '' : type);
    if (name !== '' && name.length <= 200 && this.#types.size < MAX_TYPES) this.#types.add(name);
  }
}
