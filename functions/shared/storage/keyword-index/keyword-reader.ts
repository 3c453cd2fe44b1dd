import type { KeywordFacts } from '../../keywords/facts.ts';
import type { DynamoDB } from '../dynamodb/dynamodb.ts';
import { getItems } from '../dynamodb/many-items.ts';

/** What is stored of a keyword besides its postings. */
export interface StoredFacts {
  facts: KeywordFacts;
  /** Grows with each change. */
  version: number;
  /** The version that the postings are of, or were until somebody began to write a newer one. */
  indexed: number;
}

export interface KeywordReader {
  /** @returns what is known of each of these keywords, by keyword */
  read(keywords: string[]): Promise<Map<string, KeywordFacts>>;
}

export const keyOf = (keyword: string) => ({ list: `keyword:${keyword}`, keyword });

/** Reads facts from the `Keywords` table; a cached answer loads this file. */
export function createKeywordReader(db: DynamoDB, table: string): KeywordReader {
  return {
    async read(keywords) {
      const stored = await readStored(db, table, [...new Set(keywords)]);
      return new Map([...stored].map(([keyword, { facts }]) => [keyword, facts]));
    },
  };
}

/** @param keywords each of them once */
export async function readStored(db: DynamoDB, table: string, keywords: string[]): Promise<Map<string, StoredFacts>> {
  const items = await getItems(db, table, keywords.map(keyOf), { consistent: true });
  return new Map(
    items.map(({ keyword, facts, version, indexed }) => [
      keyword as string,
      { facts: JSON.parse(facts as string) as KeywordFacts, version: version as number, indexed: indexed as number },
    ]),
  );
}
