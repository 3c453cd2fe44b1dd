import type { CrawlName } from '../store/item.ts';
import type { SiteCrawls } from '../store/site-crawls.ts';

/** What a crawl has asked for once and goes by from then on, however often it is cut off. */
export interface CrawlFiles {
  /** @returns `null` where nothing was stored under this name */
  read<Value>(name: string): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
  /** @returns what is stored; where nothing is, what `make` gives, which is stored then */
  remember<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
}

export function createCrawlFiles(crawl: CrawlName, crawls: SiteCrawls): CrawlFiles {
  const read = async <Value>(name: string) => {
    const text = await crawls.readFile(crawl, name);
    return text === null ? null : (JSON.parse(text) as Value);
  };
  const write = (name: string, value: unknown) => crawls.writeFile(crawl, name, JSON.stringify(value));
  return {
    read,
    write,
    async remember<Value>(name: string, make: () => Promise<Value>) {
      const stored = await read<Value>(name);
      if (stored !== null) return stored;
      const made = await make();
      await write(name, made);
      return made;
    },
  };
}
