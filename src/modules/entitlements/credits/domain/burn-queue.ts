import { byBurnOrder, isEffectiveAt, type BurnTerms } from './burn-order';

/** Grants in the order in which they are drawn from, however many there are. Their terms stay as they are while they are in it. Domain: credits N2 */
export class BurnQueue<B extends BurnTerms> {
  private readonly blocks: B[] = [];

  firstAt(at: Date): B | undefined {
    return this.blocks.find((block) => isEffectiveAt(block, at));
  }

  put(block: B): void {
    this.blocks.splice(this.placeOf(block), 0, block);
  }

  /** @returns whether it was there */
  remove(block: B): boolean {
    const place = this.placeOf(block);
    if (this.blocks[place] !== block) return false;
    this.blocks.splice(place, 1);
    return true;
  }

  /** Of the first that does not come before it. */
  private placeOf(block: B): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byBurnOrder(this.blocks[middle] as B, block) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
