import { LIST_CAP } from '../../record/record.ts';

/** A list that keeps its first items and counts them all. */
export class CappedList<Item> {
  readonly items: Item[] = [];
  total = 0;

  add(item: Item): void {
    this.total++;
    if (this.items.length < LIST_CAP) this.items.push(item);
  }
}
