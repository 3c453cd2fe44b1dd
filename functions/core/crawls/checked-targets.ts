import type { CrawlFiles } from './crawl-access.ts';
import type { CrawlName } from './store/item.ts';
import type { SiteCrawls } from './store/site-crawls.ts';

/** File of a crawl with its {@link CheckedFile}. */
const CHECKED_FILE = 'checked-targets';

interface CheckedFile {
  /**
   * A bit for each position of the list of targets, in base64: whether its outcome is stored. `null`: a slice that stores
   * outcomes has not ended, or was terminated.
   */
  checked: string | null;
}

/**
 * The targets that have an outcome. A crawl with thousands of targets has hundreds of slices, each of which adds few
 * outcomes: it reads this file, and the outcomes themselves only after a slice that was terminated.
 */
export class CheckedTargets {
  readonly #files: CrawlFiles;
  readonly #bits: Uint8Array;
  #begin: Promise<void> | null = null;

  private constructor(files: CrawlFiles, bits: Uint8Array) {
    this.#files = files;
    this.#bits = bits;
  }

  /** @param targets addresses, by whose positions the outcomes are stored */
  static async read(
    targets: readonly string[],
    { crawl, crawls, files }: { crawl: CrawlName; crawls: Pick<SiteCrawls, 'readTargets'>; files: CrawlFiles },
  ): Promise<CheckedTargets> {
    const bits = new Uint8Array(Math.ceil(targets.length / 8));
    const checked = new CheckedTargets(files, bits);
    const file = await files.read<CheckedFile>(CHECKED_FILE);
    if (file !== null && file.checked !== null) {
      bits.set(Buffer.from(file.checked, 'base64'));
      return checked;
    }
    const positions = new Map(targets.map((url, position) => [url, position]));
    for await (const { url } of crawls.readTargets(crawl)) {
      const position = positions.get(url);
      if (position !== undefined) checked.add(position);
    }
    return checked;
  }

  has(position: number): boolean {
    return (this.#bits[position >>> 3]! & (1 << (position & 7))) !== 0;
  }

  add(position: number): void {
    this.#bits[position >>> 3]! |= 1 << (position & 7);
  }

  /** Called before outcomes are stored. */
  begin(): Promise<void> {
    return (this.#begin ??= this.#write(null));
  }

  /** Called after the last outcome of a slice. */
  async end(): Promise<void> {
    if (this.#begin) await this.#write(Buffer.from(this.#bits).toString('base64'));
  }

  #write(checked: CheckedFile['checked']): Promise<void> {
    return this.#files.write(CHECKED_FILE, { checked } satisfies CheckedFile);
  }
}
